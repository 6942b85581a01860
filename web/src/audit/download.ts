import { downloadAccountAudit, downloadAudit } from '@plinth/contract/audit.ts'

import { call } from '../api.ts'
import { nonEmptyFilters } from './queries.ts'
import type { AuditScope, AuditSearch } from './queries.ts'

/** Saves all that the search finds as a CSV file. Fetched, because a link could not carry the access token. */
export async function downloadAuditLog(scope: AuditScope, search: AuditSearch): Promise<void> {
  const query = nonEmptyFilters(search)
  const content =
    scope === 'portal'
      ? await call(downloadAudit, { query })
      : await call(downloadAccountAudit, { params: scope, query })
  // Copied, because a file cannot be made of bytes that another thread might still write to.
  save(new Blob([new Uint8Array(content)], { type: 'text/csv' }))
}

function save(content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = `audit-log-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  // The browser has taken hold of the content by the next task, not before.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
