import * as contract from '@plinth/contract/storage.ts'
import type { FastifyInstance } from 'fastify'

import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { setStorageLimit } from './set-storage-limit.ts'
import { findStorage } from './store.ts'

export function storageRoutes(app: FastifyInstance, services: Pick<Services, 'db' | 'config'>) {
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
