import type { Storage } from '@plinth/contract/storage.ts'
import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { inTitleOrder } from '../../database/title-order.ts'

type AccountId = RawBuilder<unknown>

/**
 * What was stored after the sums of the account's storybooks were made, by storybook. All sums are made at once, so
 * everything up to the newest summed id is included in them.
 */
const recentOf = (account: AccountId) => sql`(
  SELECT storybook_id, zip_bytes AS bytes FROM versions WHERE of_account = ${account}
    AND id > (SELECT coalesce(max(summed_up_to), 0) FROM storybooks WHERE account_id = ${account})
  UNION ALL
  SELECT storybook_id, bytes FROM pictures WHERE of_account = ${account}
    AND id > (SELECT coalesce(max(summed_pictures_up_to), 0) FROM storybooks WHERE account_id = ${account}))`

/** Deleted versions that can still be restored. */
const trashOf = (account: AccountId) => sql`(
  SELECT storybook_id, zip_bytes AS bytes FROM versions
  WHERE of_account = ${account} AND deleted_at IS NOT NULL AND purged_at IS NULL)`

const isInTrash = sql`storybooks.deleted_at IS NOT NULL AND storybooks.purged_at IS NULL`

/** Adds the bytes of all versions and pictures of the selected accounts. Deleted ones count until they are swept. */
export function withStoredBytes<Row>(accounts: SelectQueryBuilder<Tables, 'accounts', Row>) {
  const account = sql.ref('accounts.id')
  return accounts.select(
    sql<string>`(SELECT coalesce(sum(summed_bytes), 0) FROM storybooks WHERE account_id = ${account})
      + (SELECT coalesce(sum(bytes), 0) FROM ${recentOf(account)} AS recent)`.as('stored_bytes'),
  )
}

/** Adds how many of those are in the trash: of deleted versions, or of whole storybooks. */
export function withTrashBytes<Row>(accounts: SelectQueryBuilder<Tables, 'accounts', Row>) {
  const account = sql.ref('accounts.id')
  return accounts.select(
    sql<string>`(
      SELECT coalesce(sum(summed_bytes), 0) FROM storybooks WHERE account_id = ${account} AND ${isInTrash}
    ) + (
      SELECT coalesce(sum(bytes), 0) FROM ${recentOf(account)} AS recent
      JOIN storybooks ON storybooks.id = recent.storybook_id WHERE ${isInTrash}
    ) + (
      SELECT coalesce(sum(bytes), 0) FROM ${trashOf(account)} AS trash
      JOIN storybooks ON storybooks.id = trash.storybook_id WHERE storybooks.deleted_at IS NULL
    )`.as('trash_bytes'),
  )
}

interface StorageOfStorybook {
  public_id: string
  title: string
  version_count: number
  deleted_at: Date | null
  stored_bytes: string
  trash_bytes: string
}

/** The largest first, deleted ones included. */
export async function listStorageOfStorybooks(db: Database, accountId: number) {
  const account = sql`${accountId}::bigint`
  const { rows } = await sql<StorageOfStorybook>`
    SELECT public_id, title, version_count, deleted_at,
      summed_bytes + coalesce(recent.bytes, 0) AS stored_bytes,
      CASE
        WHEN purged_at IS NOT NULL THEN 0
        WHEN deleted_at IS NOT NULL THEN summed_bytes + coalesce(recent.bytes, 0)
        ELSE coalesce(trash.bytes, 0)
      END AS trash_bytes
    FROM storybooks
    LEFT JOIN (
      SELECT storybook_id, sum(bytes) AS bytes FROM ${recentOf(account)} AS each GROUP BY storybook_id
    ) AS recent ON recent.storybook_id = storybooks.id
    LEFT JOIN (
      SELECT storybook_id, sum(bytes) AS bytes FROM ${trashOf(account)} AS each GROUP BY storybook_id
    ) AS trash ON trash.storybook_id = storybooks.id
    WHERE account_id = ${account}
    ORDER BY stored_bytes DESC, ${inTitleOrder('title')}, id`.execute(db)
  return rows
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
