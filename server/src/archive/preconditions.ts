const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** If-None-Match: weakly compared, a list or `*`. */
export function matchesAnyTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  // What browsers send back: our own tag, alone.
  if (header === tag) return true
  if (header.trim() === '*') return true
  return (header.match(TAG) ?? []).some((candidate) => candidate.replace(/^W\//, '') === tag)
}

/** A part of a content, its end not included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * A single byte range. Undefined where the header is to be ignored: another unit, several ranges, not well formed.
 * `unsatisfiable` where it is well formed and lies wholly outside.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined) return undefined
  const match = /^bytes[ \t]*=[ \t]*(?<first>\d{0,15})-(?<last>\d{0,15})[ \t]*$/i.exec(header)
  const { first = '', last = '' } = match?.groups ?? {}
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** If-Range: only the same strong tag keeps the range. Dates never match, since entries have none. */
export function rangeHolds(ifRange: string | undefined, tag: string): boolean {
  return ifRange === undefined || ifRange.trim() === tag
}
