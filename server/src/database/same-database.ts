import { randomInt } from 'node:crypto'

import { sql } from 'kysely'

import type { Database } from './connect.ts'

/**
 * Whether two ways lead to one database: a lock that is taken over the one is seen over the other. A transaction's
 * lock works through poolers too, and tells a copy or a standby from the database itself.
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
