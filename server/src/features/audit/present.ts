import type { AuditEntry } from '@plinth/contract/audit.ts'

import type { AuditRow } from './store.ts'

export function presentAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    subject: row.subject,
    actorKind: row.actor_kind,
    actor: row.actor,
    address: row.address,
    accountPublicId: row.account_public_id,
    accountName: row.account_name,
  }
}
