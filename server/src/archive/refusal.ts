import { archiveProblems } from '@plinth/contract/archive-problems.ts'

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

const LONGEST_QUOTE = 80

/** A name as it may stand in a sentence: quoted, one line, shortened in the middle so that the end is seen. */
export function quoteName(name: string): string {
  const visible = name.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029`]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
  const characters = Array.from(visible)
  if (characters.length <= LONGEST_QUOTE) return `\`${visible}\``
  const half = LONGEST_QUOTE / 2
  return `\`${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}\``
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

export const sayCount = (count: number): string => count.toLocaleString('en-GB')
