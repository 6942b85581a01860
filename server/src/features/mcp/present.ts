import type { AgentCalls } from '@plinth/contract/mcp.ts'

import type { AgentCallsRow } from './calls-store.ts'

/** The days of each API key together. */
export function presentAgentCalls(rows: readonly AgentCallsRow[]): AgentCalls[] {
  const byKey = Map.groupBy(rows, ({ api_key_id }) => api_key_id)
  return [...byKey].map(([apiKeyId, days]) => ({
    apiKeyId,
    name: days[0]?.name ?? '',
    days: days.map(({ day, calls }) => ({ day, calls })),
  }))
}
