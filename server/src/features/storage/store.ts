import type { Storage } from '@plinth/contract/storage.ts'
import { sql } from 'kysely'
import type { SelectQueryBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'

/** The bytes of all versions of the accounts selected: deleted ones take up room until they are swept. */
export function withStoredBytes<Row>(accounts: SelectQueryBuilder<Tables, 'accounts', Row>) {
  return accounts.select((select) =>
    select
      .selectFrom('storybooks')
      .select(
        sql<string>`coalesce(sum(summed_bytes + coalesce(
          (SELECT sum(zip_bytes) FROM versions WHERE storybook_id = storybooks.id AND id > summed_up_to), 0)), 0)`.as(
          'bytes',
        ),
      )
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

/**
 * Adds up what was published more than ten minutes ago, so that asking does not take longer with every version. Nothing
 * is recorded any more with an id among those; where versions are removed, this corrects the sums.
 */
export async function addUpStorage(db: Database): Promise<void> {
  await sql`
    UPDATE storybooks SET summed_bytes = sums.bytes, summed_up_to = sums.newest
    FROM (
      SELECT storybooks.id, coalesce(sum(zip_bytes), 0) AS bytes, coalesce(max(versions.id), 0) AS newest
      FROM storybooks
      LEFT JOIN versions ON versions.storybook_id = storybooks.id AND versions.id <= (
        SELECT max(id) FROM versions WHERE created_at < now() - interval '10 minutes'
      )
      GROUP BY storybooks.id
    ) AS sums
    WHERE sums.id = storybooks.id AND (summed_bytes, summed_up_to) IS DISTINCT FROM (sums.bytes, sums.newest)
  `.execute(db)
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
