import type { Refused } from '@plinth/contract/archive-checks.ts'
import { archiveProblems } from '@plinth/contract/archive-problems.ts'

export { formatBytes } from '@plinth/contract/format-bytes.ts'
export { quoteName, formatCount } from '@plinth/contract/site-files.ts'

export type ArchiveRefusalCode = keyof typeof archiveProblems

/** The zip is invalid; the detail is written for the person who made it. */
export class ArchiveRefusal extends Error {
  readonly code: ArchiveRefusalCode
  readonly detail: string

  constructor(code: ArchiveRefusalCode, detail: string = archiveProblems[code].detail) {
    super(detail)
    this.name = 'ArchiveRefusal'
    this.code = code
    this.detail = detail
  }
}

/** Throws what one of the shared checks found, if anything. */
export function refuse(refused: Refused | undefined): void {
  if (refused) throw new ArchiveRefusal(refused.code, refused.detail)
}
