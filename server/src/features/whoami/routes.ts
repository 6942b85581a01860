import { getWhoami } from '@plinth/contract/whoami.ts'
import type { FastifyInstance } from 'fastify'

import { route } from '../../http/route.ts'
import type { IsAdministrator } from '../administration/is-administrator.ts'

export function whoamiRoutes(
  app: FastifyInstance,
  { isAdministrator }: { isAdministrator: IsAdministrator },
) {
  route(app, getWhoami, ({ caller }) => {
    if (caller.kind === 'user') {
      const { user } = caller
      return {
        kind: caller.kind,
        name: user.displayName,
        account: null,
        isAdministrator: isAdministrator(user),
      }
    }
    const { name, accountPublicId, accountName } = caller.key
    return {
      kind: caller.kind,
      name,
      account: { publicId: accountPublicId, name: accountName },
      isAdministrator: false,
    }
  })
}
