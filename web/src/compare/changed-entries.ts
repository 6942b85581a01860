import type { Comparison } from '@plinth/contract/compare.ts'
import type { EntryLink } from '@plinth/contract/contents.ts'

export type Change = 'changed' | 'added' | 'removed' | 'renamed' | 'unknown'

/** A story or docs page of two versions. */
export interface ComparedEntry {
  change: Change | 'unchanged'
  /** As it is after, or was before if it was removed. */
  entry: EntryLink
  /** Undefined where it is missing. */
  before: EntryLink | undefined
  after: EntryLink | undefined
  /** Of a renamed entry: whether more than its name or place changed; null if the builds do not tell. */
  isChangedToo?: boolean | null
}

const inBoth = (change: Change) => (entry: EntryLink) => ({ change, entry, before: entry, after: entry })

/** All that differs or may differ, in the order of the sections of the page. */
export function entriesToCompare({ changed, added, removed, renamed, unknown }: Comparison): ComparedEntry[] {
  return [
    ...changed.map(inBoth('changed')),
    ...added.map((entry) => ({ change: 'added' as const, entry, before: undefined, after: entry })),
    ...removed.map((entry) => ({ change: 'removed' as const, entry, before: entry, after: undefined })),
    ...renamed.map((entry) => ({
      change: 'renamed' as const,
      entry,
      before: entry.from,
      after: entry,
      isChangedToo: entry.isChanged,
    })),
    ...unknown.map(inBoth('unknown')),
  ]
}

/** Entries with the same reasons together, those that most entries share first. */
export function byReason<E extends { because: string[] }>(
  entries: E[],
): { because: string[]; entries: E[] }[] {
  const groups = Map.groupBy(entries, ({ because }) => because.join('\n'))
  return [...groups.values()]
    .map((group) => ({ because: group[0]?.because ?? [], entries: group }))
    .toSorted((one, other) => other.entries.length - one.entries.length)
}
