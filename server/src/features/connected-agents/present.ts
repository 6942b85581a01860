import type { ConnectedAgent } from '@plinth/contract/connected-agents.ts'

import { isLoopback } from './client-metadata.ts'
import type { ConnectedAgentRow } from './store.ts'

export function presentClient(name: string | null, clientHost: string | null, redirectHost: string) {
  const isOwnMachine = isLoopback(new URL(`http://${redirectHost}`))
  return { name, clientHost, redirectHost: isOwnMachine ? null : redirectHost }
}

export function presentConnectedAgent(row: ConnectedAgentRow): ConnectedAgent {
  return {
    id: row.id,
    ...presentClient(row.client_name, row.client_host, row.redirect_host),
    accountName: row.account_name,
    connectedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}
