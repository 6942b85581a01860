import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { stayIdle } from '../../database/stay-idle.ts'

/** Exclusive for sweeps, shared by backups: nothing that a backup copies is swept before it is done. */
export const sweepLock = 7_015_462

/**
 * Held until the transaction ends. Without waiting, false if another sweep or a backup holds it. A statement with
 * parameters would hold back PostgreSQL's vacuum until then.
 */
export async function takeSweepLock(trx: Database, waits: boolean): Promise<boolean> {
  await stayIdle(trx)
  if (waits) {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(sweepLock)})`.execute(trx)
    return true
  }
  const { rows } = await sql<{
    taken: boolean
  }>`SELECT pg_try_advisory_xact_lock(${sql.lit(sweepLock)}) AS taken`.execute(trx)
  return rows[0]?.taken === true
}

export async function databaseNow(db: Database): Promise<number> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database does not tell its time')
  return row.now.getTime()
}

/** Versions that left the trash for good, on their own or with their storybook. */
function purgedVersions(db: Database) {
  // A union, because each query has an index of its own and an OR would use neither.
  return db
    .selectFrom('versions')
    .select(['versions.id', 'versions.public_id'])
    .where('versions.purged_at', 'is not', null)
    .union(
      db
        .selectFrom('storybooks')
        .innerJoin('versions', 'versions.storybook_id', 'storybooks.id')
        .select(['versions.id', 'versions.public_id'])
        .where('storybooks.deleted_at', 'is not', null)
        .where('storybooks.purged_at', 'is not', null),
    )
}

/** The next thousand after this id. */
export async function listPurgedVersions(db: Database, after: number) {
  return db
    .selectFrom(purgedVersions(db).as('purged'))
    .leftJoin('packs', 'packs.version_id', 'purged.id')
    .selectAll('purged')
    .select('packs.blob_key as pack_key')
    .where('id', '>', after)
    .orderBy('id')
    .limit(1000)
    .execute()
}

/** With those that were deleted before then, which are still to be purged. */
export async function countVersionsToSweep(db: Database, before: Date): Promise<number> {
  const due = purgedVersions(db)
    .union(
      db
        .selectFrom('versions')
        .select(['versions.id', 'versions.public_id'])
        .where('versions.deleted_at', '<', before),
    )
    .union(
      db
        .selectFrom('storybooks')
        .innerJoin('versions', 'versions.storybook_id', 'storybooks.id')
        .select(['versions.id', 'versions.public_id'])
        .where('storybooks.deleted_at', '<', before),
    )
  const { count } = await db
    .selectFrom(due.as('due'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Also deletes purged storybooks that have no versions left. */
export async function deleteVersionRows(db: Database, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('versions').where('id', 'in', ids).execute()
  await db
    .deleteFrom('storybooks')
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('versions').select('id').whereRef('versions.storybook_id', '=', 'storybooks.id'),
        ),
      ),
    )
    .execute()
}

export async function existingBlobKeys(db: Database, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('versions').select('public_id').where('public_id', 'in', keys).execute()
  return new Set(rows.map((row) => row.public_id))
}

/** Whether a version was ever recorded, even if all are deleted now. While a dump is restored, sequences come last. */
export async function hasHadVersions(db: Database): Promise<boolean> {
  const { rows } = await sql<{ last: number | null }>`
    SELECT pg_sequence_last_value(pg_get_serial_sequence('versions', 'id')::regclass) AS last`.execute(db)
  return typeof rows[0]?.last === 'number'
}

/** Idempotency keys are kept for seven days. */
export async function deleteOldPublishAnswers(db: Database): Promise<void> {
  await db
    .deleteFrom('publish_answers')
    .where('created_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
}
