import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { minuteMs } from './rate-limiter.ts'

/** Adds requests of a minute to those that other instances have counted, and returns the sum. */
export async function addCalls(db: Database, name: string, minute: number, calls: number): Promise<number> {
  const row = await db
    .insertInto('call_counts')
    .values({ name, minute, calls })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'minute'])
        .doUpdateSet((counted) => ({ calls: sql`call_counts.calls + ${counted.ref('excluded.calls')}` })),
    )
    .returning('calls')
    .executeTakeFirstOrThrow()
  return row.calls
}

/** No instance reads older ones, not even one whose clock is behind. */
const keptMinutes = 5

export async function deleteOldCallCounts(db: Database): Promise<void> {
  const firstKept = Math.floor(Date.now() / minuteMs) - keptMinutes
  await db.deleteFrom('call_counts').where('minute', '<', firstKept).execute()
}
