import type { AuditEntry } from '@plinth/contract/audit.ts'

const columns = [
  'id',
  'at',
  'action',
  'subject',
  'actorKind',
  'actor',
  'address',
  'accountPublicId',
  'accountName',
] as const satisfies (keyof AuditEntry)[]

export const csvHead = `${columns.join(',')}\r\n`

export const csvLine = (entry: AuditEntry): string =>
  `${columns.map((column) => cell(entry[column])).join(',')}\r\n`

/**
 * Whether a spreadsheet would read this as a formula: full-width characters and ones after invisible characters
 * included. A leading apostrophe makes it text.
 */
const beginsFormula = (value: string) =>
  /^[\t\r]/.test(value) || /^[\s\p{C}]*[=+\-@|%]/u.test(value.normalize('NFKC'))

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = beginsFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
