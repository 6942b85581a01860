import { refuseTotal } from '@plinth/contract/archive-checks.ts'

import type { ArchiveLimits } from './limits.ts'
import { ArchiveRefusal, quoteName, refuse } from './refusal.ts'

/** The total unpacked size; refused when it exceeds the limits. */
export function checkTotals(
  entries: readonly { size: number }[],
  zipBytes: number,
  limits: ArchiveLimits,
): number {
  let unpacked = 0
  for (const { size } of entries) unpacked += size
  refuse(refuseTotal(unpacked, zipBytes, limits))
  return unpacked
}

export function overlap(entry: { name: string }, next?: { name: string }): ArchiveRefusal {
  const other = next === undefined ? 'what follows it' : `the entry ${quoteName(next.name)}`
  return new ArchiveRefusal(
    'archive_overlap',
    `The entry ${quoteName(entry.name)} shares bytes with ${other}. Zip it again.`,
  )
}
