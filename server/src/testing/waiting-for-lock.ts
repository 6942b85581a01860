import { sql } from 'kysely'

import type { Database } from '../database/connect.ts'

/** Whether a connection to this database waits for a lock that another one holds. */
export async function isSomebodyWaiting(db: Database): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
