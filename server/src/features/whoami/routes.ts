import { getWhoami } from '@plinth/contract/whoami.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import type { IsAdministrator } from '../administration/is-administrator.ts'
import { listChosenStorybooks } from '../api-keys/store.ts'

export function whoamiRoutes(
  app: FastifyInstance,
  { db, isAdministrator }: { db: Database; isAdministrator: IsAdministrator },
) {
  route(app, getWhoami, async ({ caller }) => {
    if (caller.kind === 'user') {
      const { user } = caller
      return {
        kind: caller.kind,
        name: user.displayName,
        account: null,
        scope: null,
        storybooks: [],
        isAdministrator: isAdministrator(user),
      }
    }
    const { name, accountPublicId, accountName, scope } = caller.key
    return {
      kind: caller.kind,
      name,
      account: { publicId: accountPublicId, name: accountName },
      scope,
      storybooks: scope === 'publishChosen' ? await listChosenStorybooks(db, caller.key) : [],
      isAdministrator: false,
    }
  })
}
