import { randomInt } from 'node:crypto'

import { sql } from 'kysely'

import type { Database } from './connect.ts'

/**
 * Whether two connections lead to the same database: a lock taken over one is visible over the other. Transaction locks
 * also work through poolers, and tell a copy or a standby from the database itself.
 */
export async function isSameDatabase(db: Database, other: Database): Promise<boolean> {
  const key = randomInt(2 ** 47)
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${key}::bigint)`.execute(trx)
    const { rows } = await sql<{
      free: boolean
    }>`SELECT pg_try_advisory_xact_lock(${key}::bigint) AS free`.execute(other)
    return rows[0]?.free === false
  })
}
