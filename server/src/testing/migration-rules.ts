/** A statement that would break instances of the previous release, which keep running during a migration. */
interface Rule {
  pattern: RegExp
  reason: string
}

const rules: Rule[] = [
  // Dropping a CHECK is safe: the previous release still writes what it wrote. So is dropping an index that
  // is not unique; a test looks through all migrations for those that are.
  {
    pattern: /\bDROP\b(?!\s+(?:CONSTRAINT\s+\w+_check|INDEX\s+\w+)\b)/i,
    reason: 'the previous release may still use it',
  },
  { pattern: /\bRENAME\b/i, reason: 'the previous release uses the old name' },
  { pattern: /\bALTER\s+(COLUMN\s+)?\S+\s+(SET\s+DATA\s+)?TYPE\b/i, reason: 'a type is changed' },
  { pattern: /\bSET\s+NOT\s+NULL\b/i, reason: 'the previous release may leave it empty' },
  {
    pattern: /\bADD\s+COLUMN\b(?![^,;]*\b(DEFAULT|GENERATED)\b)[^,;]*\bNOT\s+NULL\b/i,
    reason: 'the previous release leaves the new column empty: give it a default',
  },
  { pattern: /^(TRUNCATE|DELETE\s+FROM)\b/i, reason: 'the previous release may still need it' },
  { pattern: /\bLOCK\s+TABLE\b/i, reason: 'all other queries would wait' },
]

/** On an existing table, these may refuse what the previous release writes. */
const rulesForOldTables: Rule[] = [
  {
    pattern:
      /\bALTER\s+TABLE\s+(?<table>\w+)\s[^;]*\bADD\s+(CONSTRAINT|CHECK|UNIQUE|FOREIGN|PRIMARY|EXCLUDE)\b/i,
    reason: 'a constraint on a table that is in use',
  },
  {
    pattern: /\bCREATE\s+UNIQUE\s+INDEX\s[^;]*?\bON\s+(?<table>\w+)/i,
    reason: 'uniqueness on a table that is in use',
  },
  {
    pattern: /\bCREATE\s+TRIGGER\s[^;]*?\bON\s+(?<table>\w+)/i,
    reason: 'a trigger on a table that is in use',
  },
]

/** Marks a statement that removes what an earlier release has stopped using. */
const contracting = /^--\s*contracts\s+(?<release>\d+\.\d+\.\d+):\s*\S/im

/**
 * Why a migration cannot be applied while the previous release is still running; empty if it can. A statement that
 * removes something names, in a comment before it, the release that stopped using it, which must have been released.
 */
export function objectionsTo(migration: string, released: readonly string[]): string[] {
  const text = migration.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
  const created = new Set(
    [...text.matchAll(/\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(\w+)/gi)].map(([, name]) => name),
  )
  return text.split(';').flatMap((statement) => {
    const release = contracting.exec(statement)?.groups?.['release']
    const code = statement.replaceAll(/--.*$/gm, '').trim()
    const broken = [
      ...rules.filter(({ pattern }) => pattern.test(code)),
      ...rulesForOldTables.filter(({ pattern }) => {
        const table = pattern.exec(code)?.groups?.['table']
        return table !== undefined && !created.has(table)
      }),
    ]
    if (broken.length === 0) return []
    if (release === undefined) return broken.map(({ reason }) => `${reason}: ${code}`)
    return released.includes(release) ? [] : [`${release} is not released: ${code}`]
  })
}
