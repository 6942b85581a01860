import type { Storage } from '@plinth/contract/storage.ts'
import { sql } from 'kysely'
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { inTitleOrder } from '../../database/title-order.ts'

/** The bytes of all versions and pictures of the selected storybooks. Deleted ones count until they are swept. */
const bytesOfStorybook = sql<string>`(storybooks.summed_bytes + coalesce(
  (SELECT sum(zip_bytes) FROM versions WHERE storybook_id = storybooks.id AND id > storybooks.summed_up_to), 0)
  + coalesce(
  (SELECT sum(bytes) FROM pictures WHERE storybook_id = storybooks.id AND id > storybooks.summed_pictures_up_to), 0))`

/** How many of those are in the trash: of deleted versions, or of the whole storybook. */
const trashBytesOfStorybook = sql<string>`CASE
  WHEN storybooks.purged_at IS NOT NULL THEN 0
  WHEN storybooks.deleted_at IS NOT NULL THEN ${bytesOfStorybook}
  ELSE coalesce((
    SELECT sum(zip_bytes) FROM versions
    WHERE storybook_id = storybooks.id AND versions.deleted_at IS NOT NULL AND versions.purged_at IS NULL), 0)
  END`

const sumOverStorybooks = (select: ExpressionBuilder<Tables, 'accounts'>, bytes: typeof bytesOfStorybook) =>
  select
    .selectFrom('storybooks')
    .select(sql<string>`coalesce(sum(${bytes}), 0)`.as('bytes'))
    .whereRef('storybooks.account_id', '=', 'accounts.id')
    .$asScalar()
    .$notNull()

/** Adds the bytes of all versions of the selected accounts. */
export function withStoredBytes<Row>(accounts: SelectQueryBuilder<Tables, 'accounts', Row>) {
  return accounts.select((select) => sumOverStorybooks(select, bytesOfStorybook).as('stored_bytes'))
}

/** Adds how many of those are in the trash. */
export function withTrashBytes<Row>(accounts: SelectQueryBuilder<Tables, 'accounts', Row>) {
  return accounts.select((select) => sumOverStorybooks(select, trashBytesOfStorybook).as('trash_bytes'))
}

/** The largest first, deleted ones included. */
export async function listStorageOfStorybooks(db: Database, accountId: number) {
  return db
    .selectFrom('storybooks')
    .select(['public_id', 'title', 'version_count', 'deleted_at'])
    .select([bytesOfStorybook.as('stored_bytes'), trashBytesOfStorybook.as('trash_bytes')])
    .where('account_id', '=', accountId)
    .orderBy('stored_bytes', 'desc')
    .orderBy(inTitleOrder('title'))
    .orderBy('id')
    .execute()
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
 * Locks the account until the transaction ends, so that its versions are recorded one after the other and each counts
 * those before it. Two statements, because a single one would sum what it saw before it waited for the lock.
 */
export async function lockStorage(db: Database, accountId: number, defaultLimit: number) {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  return findStorage(db, accountId, defaultLimit)
}

/**
 * Stores the sum of all versions and pictures older than ten minutes, so that reading the total does not get slower with
 * each of them. None can still be inserted with an id in that range; sums are corrected after some were swept.
 */
export async function sumStorage(db: Database): Promise<void> {
  await sql`
    UPDATE storybooks SET
      summed_bytes = sums.version_bytes + sums.picture_bytes,
      summed_up_to = sums.newest_version, summed_pictures_up_to = sums.newest_picture
    FROM (
      SELECT storybooks.id, coalesce(of_versions.bytes, 0) AS version_bytes,
        coalesce(of_versions.newest, 0) AS newest_version, coalesce(of_pictures.bytes, 0) AS picture_bytes,
        coalesce(of_pictures.newest, 0) AS newest_picture
      FROM storybooks
      LEFT JOIN LATERAL (
        SELECT sum(zip_bytes) AS bytes, max(id) AS newest FROM versions
        WHERE storybook_id = storybooks.id AND id <= (
          SELECT max(id) FROM versions WHERE created_at < now() - interval '10 minutes')
      ) AS of_versions ON true
      LEFT JOIN LATERAL (
        SELECT sum(bytes) AS bytes, max(id) AS newest FROM pictures
        WHERE storybook_id = storybooks.id AND id <= (
          SELECT max(id) FROM pictures WHERE created_at < now() - interval '10 minutes')
      ) AS of_pictures ON true
    ) AS sums
    WHERE sums.id = storybooks.id AND (summed_bytes, summed_up_to, summed_pictures_up_to)
      IS DISTINCT FROM (sums.version_bytes + sums.picture_bytes, sums.newest_version, sums.newest_picture)
  `.execute(db)
}

/** Returns the account's id and name; undefined if there is none. */
export async function updateStorageLimit(db: Database, publicId: string, limitBytes: number | null) {
  return db
    .updateTable('accounts')
    .set({ storage_limit_bytes: limitBytes })
    .where('public_id', '=', publicId)
    .returning(['id', 'name'])
    .executeTakeFirst()
}
