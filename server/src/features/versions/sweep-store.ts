import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** Taken by a sweep alone, and by backups together: what they copy stays until they are done. */
export const sweepLock = 7_015_462

/** For as long as the transaction lasts; false where somebody else has it and it is not waited for. */
export async function takeSweepLock(trx: Database, isPatient: boolean): Promise<boolean> {
  if (isPatient) {
    await sql`SELECT pg_advisory_xact_lock(${sweepLock})`.execute(trx)
    return true
  }
  const { rows } = await sql<{
    taken: boolean
  }>`SELECT pg_try_advisory_xact_lock(${sweepLock}) AS taken`.execute(trx)
  return rows[0]?.taken === true
}

/** Versions deleted before then, themselves or with their storybook. */
function deletedVersions(db: Database, before: Date) {
  // Each of the two has an index to itself; together in one condition neither would be used.
  return db
    .selectFrom('versions')
    .select(['versions.id', 'versions.public_id'])
    .where('versions.deleted_at', '<', before)
    .union(
      db
        .selectFrom('storybooks')
        .innerJoin('versions', 'versions.storybook_id', 'storybooks.id')
        .select(['versions.id', 'versions.public_id'])
        .where('storybooks.deleted_at', '<', before)
        .where('versions.deleted_at', 'is', null),
    )
}

/** A thousand at a time, from after an id on. */
export async function listDeletedVersions(db: Database, before: Date, after: number) {
  return db
    .selectFrom(deletedVersions(db, before).as('deleted'))
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(1000)
    .execute()
}

export async function countDeletedVersions(db: Database, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom(deletedVersions(db, before).as('deleted'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Forgets these versions, and storybooks that were deleted before then and have none left. */
export async function deleteVersionRows(db: Database, ids: number[], before: Date): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('versions').where('id', 'in', ids).execute()
  await db
    .deleteFrom('storybooks')
    .where('deleted_at', '<', before)
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

/** Whether there ever was a version: all may have gone since. While a dump is loaded, numbers are known last. */
export async function hasHadVersions(db: Database): Promise<boolean> {
  const { rows } = await sql<{ last: number | null }>`
    SELECT pg_sequence_last_value(pg_get_serial_sequence('versions', 'id')::regclass) AS last`.execute(db)
  return typeof rows[0]?.last === 'number'
}

/** Idempotency keys are honoured for seven days. */
export async function deleteOldPublishAnswers(db: Database): Promise<void> {
  await db
    .deleteFrom('publish_answers')
    .where('created_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
}
