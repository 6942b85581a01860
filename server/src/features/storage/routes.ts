import * as contract from '@plinth/contract/storage.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Config } from '../../settings/config.ts'
import { setStorageLimit } from './set-storage-limit.ts'
import { findStorage, listStorageOfStorybooks } from './store.ts'

export function storageRoutes(app: FastifyInstance, services: { db: Database; config: Config }) {
  const { db, config } = services
  route(app, contract.getStorage, async ({ account }) => {
    const storage = await findStorage(db, account.id, config.limits.accountStorageBytes)
    if (!storage) throw new Problem('not_found')
    return storage
  })

  route(app, contract.getStorageByStorybook, async ({ account }) => {
    const rows = await listStorageOfStorybooks(db, account.id)
    const deleted = rows.filter((row) => row.deleted_at !== null)
    return {
      storybooks: rows
        .filter((row) => row.deleted_at === null)
        .map((row) => ({
          publicId: row.public_id,
          title: row.title,
          versionCount: row.version_count,
          usedBytes: Number(row.stored_bytes),
          trashBytes: Number(row.trash_bytes),
        })),
      deletedStorybooksBytes: deleted.reduce((sum, row) => sum + Number(row.stored_bytes), 0),
    }
  })

  route(app, contract.setStorageLimit, ({ params, body, actor }) =>
    setStorageLimit(services, actor, params.account, body.limitBytes),
  )
}
