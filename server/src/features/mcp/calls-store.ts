import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { inTitleOrder } from '../../database/title-order.ts'
import type { Callers } from '../../http/callers.ts'

const today = sql<string>`(now() AT TIME ZONE 'UTC')::date`

/** A write per call is cheap beside what a call reads, and nothing is lost when an instance stops. */
export async function addAgentCall(
  db: Database,
  accountId: number,
  caller: Callers['agent']['caller'],
): Promise<void> {
  await db
    .insertInto('agent_calls')
    .values({ account_id: accountId, day: today, calls: 1, ...columnsOf(caller) })
    .onConflict((conflict) =>
      conflict
        .columns(
          caller.kind === 'apiKey' ? ['api_key_id', 'day'] : ['user_id', 'account_id', 'client', 'day'],
        )
        .doUpdateSet((set) => ({ calls: set('agent_calls.calls', '+', 1) })),
    )
    .execute()
}

function columnsOf(caller: Callers['agent']['caller']) {
  if (caller.kind === 'apiKey') return { api_key_id: caller.key.id }
  return { user_id: caller.user.id, client: caller.agent.name }
}

export type AgentCallsRow = Awaited<ReturnType<typeof listCallsOfAgents>>[number]

/** By the names of the keys, then of the clients and their people; the days of each, the newest first. */
export async function listCallsOfAgents(db: Database, accountId: number, days: number) {
  return db
    .selectFrom('agent_calls')
    .leftJoin('api_keys', 'api_keys.id', 'agent_calls.api_key_id')
    .leftJoin('users', 'users.id', 'agent_calls.user_id')
    .select([
      'agent_calls.api_key_id',
      'agent_calls.user_id',
      'agent_calls.client',
      'agent_calls.calls',
      'api_keys.name',
      'users.display_name as person',
    ])
    .select(sql<string>`agent_calls.day::text`.as('day'))
    .where('agent_calls.account_id', '=', accountId)
    .where('agent_calls.day', '>', sql<string>`${today} - ${days}::int`)
    .orderBy(inTitleOrder('api_keys.name'))
    .orderBy('api_keys.id')
    .orderBy('agent_calls.client')
    .orderBy(inTitleOrder('users.display_name'))
    .orderBy('users.id')
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
