import type { AgentCalls } from '@plinth/contract/mcp.ts'

/** All calls that are listed. */
export const callsOf = ({ days }: Pick<AgentCalls, 'days'>): number =>
  days.reduce((sum, { calls }) => sum + calls, 0)
