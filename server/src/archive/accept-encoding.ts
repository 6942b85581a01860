const cache = new Map<string, boolean>()
const MAX_CACHED = 256

/** Whether a client that sends this Accept-Encoding prefers gzip to the content as is. */
export function prefersGzip(header: string | undefined): boolean {
  if (header === undefined || header === '') return false
  const known = cache.get(header)
  if (known !== undefined) return known
  const answer = weighGzip(header)
  // Browsers send a handful of different values; the limit is for clients that make up new ones.
  if (cache.size >= MAX_CACHED) cache.clear()
  if (header.length <= 200) cache.set(header, answer)
  return answer
}

function weighGzip(header: string): boolean {
  let gzip: number | undefined
  let identity: number | undefined
  let wildcard: number | undefined
  for (const item of header.split(',')) {
    const [coding = '', ...parameters] = item.split(';')
    const weight = readWeight(parameters)
    const name = coding.trim().toLowerCase()
    if (name === 'gzip' || name === 'x-gzip') gzip = Math.max(gzip ?? 0, weight)
    if (name === 'identity') identity = weight
    if (name === '*') wildcard = weight
  }
  const forGzip = gzip ?? wildcard ?? 0
  // Identity that is not listed is acceptable, but preferred least.
  return forGzip > 0 && forGzip >= (identity ?? 0)
}

function readWeight(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const match = /^\s*q\s*=\s*(?<weight>[01](?:\.\d{0,3})?)\s*$/i.exec(parameter)
    if (match?.groups?.['weight'] !== undefined) return Math.min(1, Number(match.groups['weight']))
    // A malformed weight counts as a refusal.
    if (/^\s*q\s*=/i.test(parameter)) return 0
  }
  return 1
}
