import type { AgentCalls } from '@plinth/contract/mcp.ts'

import type { AgentCallsRow } from './calls-store.ts'

/** The days of each API key, or of each person's client, together. */
export function presentAgentCalls(rows: readonly AgentCallsRow[]): AgentCalls[] {
  const byAgent = Map.groupBy(rows, ({ api_key_id, user_id, client }) =>
    JSON.stringify([api_key_id, user_id, client]),
  )
  return [...byAgent.values()].map((days) => ({
    apiKeyId: days[0]?.api_key_id ?? null,
    name: days[0]?.name ?? days[0]?.client ?? '',
    person: days[0]?.person ?? null,
    days: days.map(({ day, calls }) => ({ day, calls })),
  }))
}
