import { archiveProblems } from '@plinth/contract/archive-problems.ts'

export { quoteName, sayCount } from '@plinth/contract/site-files.ts'

export type ArchiveRefusalCode = keyof typeof archiveProblems

/** The zip itself is at fault; the detail is written for the person who made it. */
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

const UNITS = [
  [1024 ** 3, 'GiB'],
  [1024 ** 2, 'MiB'],
  [1024, 'KiB'],
] as const

export function sayBytes(bytes: number): string {
  const unit = UNITS.find(([size]) => bytes >= size)
  if (unit === undefined) return `${bytes} bytes`
  const [size, name] = unit
  return `${Number((bytes / size).toFixed(1)).toLocaleString('en-GB')} ${name}`
}
