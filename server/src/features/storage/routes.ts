import * as contract from '@plinth/contract/storage.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Config } from '../../settings/config.ts'
import { setStorageLimit } from './set-storage-limit.ts'
import { findStorage } from './store.ts'

export function storageRoutes(app: FastifyInstance, services: { db: Database; config: Config }) {
  const { db, config } = services
  route(app, contract.getStorage, async ({ account }) => {
    const storage = await findStorage(db, account.id, config.limits.accountStorageBytes)
    if (!storage) throw new Problem('not_found')
    return storage
  })

  route(app, contract.setStorageLimit, ({ params, body, actor }) =>
    setStorageLimit(services, actor, params.account, body.limitBytes),
  )
}
