import type { ShareLink } from '@plinth/contract/share-links.ts'

import type { ShareLinkRow } from './store.ts'

export function presentShareLink(row: ShareLinkRow): ShareLink {
  return {
    id: row.id,
    version: row.version_public_id,
    branch: row.branch,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at.toISOString(),
    openedCount: row.opened_count,
    lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
  }
}
