import { getConfig } from '@plinth/contract/config.ts'
import type { FastifyInstance } from 'fastify'

import { route, WrittenReply } from '../../http/route.ts'
import type { IdentityService } from '../../identity/identity-service.ts'
import type { Config } from '../../settings/config.ts'
import type { Viewer } from '../../viewer/viewer.ts'

export function configRoutes(
  app: FastifyInstance,
  { config, identity, viewer }: { config: Config; identity: IdentityService; viewer: Viewer },
) {
  const describe = () => ({
    clientId: config.identity.clientId,
    roleName: config.identity.roleName,
    productName: config.productName,
    supportEmail: config.supportEmail,
    identity: identity.client,
    marketplaceUrl: config.marketplace?.offerUrl ?? null,
    composeUrl: viewer.addresses.composeUrl,
    limits: config.limits,
  })
  // The same until the portal starts again, and every page asks for it.
  let written: WrittenReply | undefined
  route(app, getConfig, () => {
    written ??= new WrittenReply(Buffer.from(JSON.stringify(getConfig.reply.parse(describe()))))
    return written
  })
}
