import type { ConnectedAgent } from '@plinth/contract/connected-agents.ts'

import type { ConnectedAgentRow } from './store.ts'

export function presentConnectedAgent(row: ConnectedAgentRow): ConnectedAgent {
  return {
    id: row.id,
    name: row.client_name,
    clientHost: row.client_host,
    redirectHost: row.redirect_host,
    accountName: row.account_name,
    connectedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}
