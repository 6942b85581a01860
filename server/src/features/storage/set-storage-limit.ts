import { formatBytes } from '@plinth/contract/format-bytes.ts'
import type { Storage } from '@plinth/contract/storage.ts'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { Config } from '../../settings/config.ts'
import { record } from '../audit/store.ts'
import { findStorage, updateStorageLimit } from './store.ts'

/** Null restores the default. */
export async function setStorageLimit(
  { db, config }: { db: Database; config: Config },
  actor: Actor,
  accountPublicId: string,
  limitBytes: number | null,
): Promise<Storage> {
  return db.transaction().execute(async (trx) => {
    const account = await updateStorageLimit(trx, accountPublicId, limitBytes)
    if (!account) throw new Problem('not_found')
    const limit = limitBytes === null ? 'the default' : formatBytes(limitBytes)
    await record(trx, actor, {
      action: 'account.storageLimitChanged',
      subject: `${account.name}: ${limit}`,
      accountId: account.id,
    })
    const storage = await findStorage(trx, account.id, config.limits.accountStorageBytes)
    if (!storage) throw new Error('the account disappeared while its limit was set')
    return storage
  })
}
