import { listAudit } from '@plinth/contract/administration.ts'
import { listAccountAudit } from '@plinth/contract/audit.ts'
import { addressOf, ApiError } from '@plinth/contract/client.ts'

import { authorization } from '../api.ts'
import { givenOf } from './queries.ts'
import type { AuditScope, AuditSearch } from './queries.ts'

/** The most the call gives at once. */
const limit = 1000

/** Saves what the search finds as a CSV file. Fetched, because a link could not carry the access token. */
export async function downloadAudit(scope: AuditScope, search: AuditSearch): Promise<void> {
  const query = { ...givenOf(search), limit }
  const url = scope === 'portal' ? addressOf(listAudit, {}, query) : addressOf(listAccountAudit, scope, query)
  const response = await fetch(url, {
    credentials: 'include',
    headers: { accept: 'text/csv', ...(await authorization()) },
  })
  if (!response.ok) {
    const { status, statusText } = response
    throw new ApiError({ url, status, statusText, body: await response.text() })
  }
  save(await response.blob(), `audit-log-${new Date().toISOString().slice(0, 10)}.csv`)
}

function save(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken hold of the content by the next task, not before.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
