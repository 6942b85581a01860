import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

const today = sql<string>`(now() AT TIME ZONE 'UTC')::date`

/** A write per call is cheap beside what a call reads, and nothing is lost when an instance stops. */
export async function addAgentCall(db: Database, key: { id: number; accountId: number }): Promise<void> {
  await db
    .insertInto('agent_calls')
    .values({ account_id: key.accountId, api_key_id: key.id, day: today, calls: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['api_key_id', 'day'])
        .doUpdateSet((set) => ({ calls: set('agent_calls.calls', '+', 1) })),
    )
    .execute()
}

export type AgentCallsRow = Awaited<ReturnType<typeof listCallsOfAgents>>[number]

/** By the names of the keys; the days of each, the newest first. */
export async function listCallsOfAgents(db: Database, accountId: number, days: number) {
  return db
    .selectFrom('agent_calls')
    .innerJoin('api_keys', 'api_keys.id', 'agent_calls.api_key_id')
    .select(['api_keys.id as api_key_id', 'api_keys.name', 'agent_calls.calls'])
    .select(sql<string>`agent_calls.day::text`.as('day'))
    .where('agent_calls.account_id', '=', accountId)
    .where('agent_calls.day', '>', sql<string>`${today} - ${days}::int`)
    .orderBy('api_keys.name')
    .orderBy('api_keys.id')
    .orderBy('agent_calls.day', 'desc')
    .execute()
}

const keptDays = 90

export async function deleteOldAgentCalls(db: Database): Promise<void> {
  await db
    .deleteFrom('agent_calls')
    .where('day', '<', sql<string>`${today} - ${keptDays}::int`)
    .execute()
}
