import { getWhoami } from '@plinth/contract/whoami.ts'
import type { FastifyInstance } from 'fastify'

import { isAdministrator } from '../administration/is-administrator.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'

export function whoamiRoutes(app: FastifyInstance, { config }: Pick<Services, 'config'>) {
  route(app, getWhoami, ({ caller }) => {
    if (caller.kind === 'user') {
      const { user } = caller
      return {
        kind: caller.kind,
        name: user.displayName,
        account: null,
        isAdministrator: isAdministrator(user, config),
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
