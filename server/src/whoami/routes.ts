import { getWhoami } from '@plinth/contract/whoami.ts'
import type { FastifyInstance } from 'fastify'

import { findUserName } from '../identity/store.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'

export function whoamiRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>) {
  route(app, getWhoami, async ({ caller }) => {
    if (caller.kind === 'user')
      return { kind: caller.kind, name: await findUserName(db, caller.user.id), account: null }
    const { name, accountPublicId, accountName } = caller.key
    return { kind: caller.kind, name, account: { publicId: accountPublicId, name: accountName } }
  })
}
