import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** Adds calls of a minute to those that other instances have counted; all of them together. */
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

export async function deleteOldCallCounts(db: Database, beforeMinute: number): Promise<void> {
  await db.deleteFrom('call_counts').where('minute', '<', beforeMinute).execute()
}
