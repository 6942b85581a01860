/** The compressed forms that a client prefers to the content as is. */
export interface AcceptedForms {
  gzip: boolean
  /** True only if it is not preferred less than gzip. */
  brotli: boolean
}

const none: AcceptedForms = { gzip: false, brotli: false }
const cache = new Map<string, AcceptedForms>()
const MAX_CACHED = 256

/** What a client that sends this Accept-Encoding prefers. */
export function acceptedForms(header: string | undefined): AcceptedForms {
  if (header === undefined || header === '') return none
  const known = cache.get(header)
  if (known !== undefined) return known
  const answer = weigh(header)
  // Browsers send a handful of different values; the limit is for clients that make up new ones.
  if (cache.size >= MAX_CACHED) cache.clear()
  if (header.length <= 200) cache.set(header, answer)
  return answer
}

function weigh(header: string): AcceptedForms {
  let gzip: number | undefined
  let brotli = 0
  let identity: number | undefined
  let wildcard: number | undefined
  for (const item of header.split(',')) {
    const [coding = '', ...parameters] = item.split(';')
    const weight = readWeight(parameters)
    const name = coding.trim().toLowerCase()
    if (name === 'gzip' || name === 'x-gzip') gzip = Math.max(gzip ?? 0, weight)
    if (name === 'br') brotli = Math.max(brotli, weight)
    if (name === 'identity') identity = weight
    if (name === '*') wildcard = weight
  }
  const forGzip = gzip ?? wildcard ?? 0
  // Identity that is not listed is acceptable, but preferred least.
  const least = identity ?? 0
  return {
    gzip: forGzip > 0 && forGzip >= least,
    // A wildcard does not count: clients that do not name Brotli rarely know it.
    brotli: brotli > 0 && brotli >= least && brotli >= forGzip,
  }
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
