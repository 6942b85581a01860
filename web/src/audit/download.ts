import { downloadAccountAudit, downloadAudit } from '@plinth/contract/audit.ts'

import { call } from '../api.ts'
import { nonEmptyFilters } from './queries.ts'
import type { AuditScope, AuditSearch } from './queries.ts'

/** Downloads the matching entries as CSV. With fetch, because a link cannot send the access token. */
export async function downloadAuditLog(scope: AuditScope, search: AuditSearch): Promise<void> {
  const query = nonEmptyFilters(search)
  const content =
    scope === 'portal'
      ? await call(downloadAudit, { query })
      : await call(downloadAccountAudit, { params: scope, query })
  // Copied, because a Blob cannot be made from bytes that may be in shared memory.
  save(new Blob([new Uint8Array(content)], { type: 'text/csv' }))
}

function save(content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = `audit-log-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  // The browser has read the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
