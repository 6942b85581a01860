import { sql } from 'kysely'

import type { Database } from './connect.ts'

/** For a transaction that holds a lock while other connections work: it may be idle for as long as that takes. */
export async function stayIdle(trx: Database): Promise<void> {
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx)
}
