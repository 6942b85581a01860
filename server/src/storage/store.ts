import type { Storage } from '@plinth/contract/storage.ts'
import type { SelectQueryBuilder } from 'kysely'

import type { Database } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'

/** The bytes of all versions of the accounts selected: deleted ones take up room until they are swept. */
export function withStoredBytes<Row>(accounts: SelectQueryBuilder<Tables, 'accounts', Row>) {
  return accounts.select((select) =>
    select
      .selectFrom('versions')
      .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
      .select((sum) => sum.fn.coalesce(sum.fn.sum<string>('versions.zip_bytes'), sum.val('0')).as('bytes'))
      .whereRef('storybooks.account_id', '=', 'accounts.id')
      .$asScalar()
      .$notNull()
      .as('stored_bytes'),
  )
}

/** Undefined if there is no such account. */
export async function findStorage(
  db: Database,
  accountId: number,
  defaultLimit: number,
): Promise<Storage | undefined> {
  const row = await withStoredBytes(db.selectFrom('accounts').select('storage_limit_bytes'))
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()
  return row && { usedBytes: Number(row.stored_bytes), limitBytes: row.storage_limit_bytes ?? defaultLimit }
}

/**
 * The same, held for this transaction: versions of one account are recorded one after the other, and each sees those
 * before it. Two statements, since one alone would add up what was there before it waited.
 */
export async function lockStorage(db: Database, accountId: number, defaultLimit: number) {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  return findStorage(db, accountId, defaultLimit)
}

/** The account's id and name; undefined if there is none. */
export async function updateStorageLimit(db: Database, publicId: string, limitBytes: number | null) {
  return db
    .updateTable('accounts')
    .set({ storage_limit_bytes: limitBytes })
    .where('public_id', '=', publicId)
    .returning(['id', 'name'])
    .executeTakeFirst()
}
