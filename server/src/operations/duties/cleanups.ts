import type { Database } from '../../database/connect.ts'
import { deleteExpiredSigningKeys } from '../../database/signing-keys-store.ts'
import { deleteEndedConnections } from '../../features/connected-agents/store.ts'
import { deleteOldAgentCalls } from '../../features/mcp/calls-store.ts'
import { deleteOldDeliveries } from '../../features/webhooks/deliveries-store.ts'
import { deleteOldCallCounts } from '../../http/rate-limits/store.ts'
import { deleteExpiredRecords } from '../../identity/provider-records.ts'
import { deleteExpiredCompositions } from '../../viewer/composition/store.ts'
import { deleteExpiredTickets } from '../../viewer/store.ts'

interface Cleanup {
  name: string
  run: (db: Database) => Promise<void>
}

/** Delete rows that are no longer needed. Each is a duty of its own; `plinth-admin sweep` runs them all. */
export const cleanups: readonly Cleanup[] = [
  { name: 'delete expired compositions', run: deleteExpiredCompositions },
  { name: 'delete expired viewer tickets', run: deleteExpiredTickets },
  { name: 'delete old call counts', run: deleteOldCallCounts },
  { name: 'delete old webhook deliveries', run: deleteOldDeliveries },
  { name: 'delete old counts of agent calls', run: deleteOldAgentCalls },
  { name: 'delete expired sign-ins', run: deleteExpiredRecords },
  { name: 'delete expired signing keys', run: deleteExpiredSigningKeys },
  { name: 'delete ended connections of agents', run: deleteEndedConnections },
]
