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
    storybook: row.about?.storybook ?? null,
    version: row.about?.version ?? null,
    isViewable: row.is_viewable,
  }
}

/** Operators see what happened, but not what their customers write about their versions. */
export const presentForOperator = (row: AuditRow): AuditEntry => ({
  ...presentAuditEntry(row),
  storybook: null,
  version: null,
  isViewable: false,
})
