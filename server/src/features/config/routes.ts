import { getConfig } from '@plinth/contract/config.ts'
import type { FastifyInstance } from 'fastify'

import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'

export function configRoutes(
  app: FastifyInstance,
  { config, identity }: Pick<Services, 'config' | 'identity'>,
) {
  route(app, getConfig, () => ({
    clientId: config.identity.clientId,
    roleName: config.identity.roleName,
    productName: config.productName,
    supportEmail: config.supportEmail,
    identity: identity.client,
    limits: config.limits,
  }))
}
