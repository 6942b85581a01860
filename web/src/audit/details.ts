import type { AuditEntry } from '@plinth/contract/audit.ts'

/** What the subject of an entry says besides which version it is about: "pinned", or the id of a story. */
export function detailsOf({ subject, version }: Pick<AuditEntry, 'subject' | 'version'>): string {
  if (!version) return ''
  const [, details = ''] = subject.split(`version ${version.publicId}`)
  return details.replace(/^[,:]\s*/, '')
}
