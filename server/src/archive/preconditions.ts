const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** If-None-Match: weakly compared, a list or `*`. */
export function matchesAnyTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  // The fast path: browsers send back exactly our tag.
  if (header === tag) return true
  if (header.trim() === '*') return true
  return (header.match(TAG) ?? []).some((candidate) => candidate.replace(/^W\//, '') === tag)
}

/** `end` is exclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Parses a single byte range. Undefined when the header must be ignored: another unit, several ranges, malformed.
 * `unsatisfiable` when a well-formed range lies outside the content.
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

/** If-Range: the range applies only with the same strong tag. Dates never match, since entries have none. */
export function matchesIfRange(ifRange: string | undefined, tag: string): boolean {
  return ifRange === undefined || ifRange.trim() === tag
}
