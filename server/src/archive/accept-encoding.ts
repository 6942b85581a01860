const remembered = new Map<string, boolean>()
const MOST_REMEMBERED = 256

/** Whether a client that sends this Accept-Encoding would rather have gzip than the content as it is. */
export function prefersGzip(header: string | undefined): boolean {
  if (header === undefined || header === '') return false
  const known = remembered.get(header)
  if (known !== undefined) return known
  const answer = weighGzip(header)
  // Browsers send a handful of different values; the bound is for those who send anything.
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  if (header.length <= 200) remembered.set(header, answer)
  return answer
}

function weighGzip(header: string): boolean {
  let gzip: number | undefined
  let identity: number | undefined
  let rest: number | undefined
  for (const item of header.split(',')) {
    const [coding = '', ...parameters] = item.split(';')
    const weight = readWeight(parameters)
    const name = coding.trim().toLowerCase()
    if (name === 'gzip' || name === 'x-gzip') gzip = Math.max(gzip ?? 0, weight)
    if (name === 'identity') identity = weight
    if (name === '*') rest = weight
  }
  const forGzip = gzip ?? rest ?? 0
  // Identity not named is acceptable, but the least wanted of what is.
  return forGzip > 0 && forGzip >= (identity ?? 0)
}

function readWeight(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const match = /^\s*q\s*=\s*(?<weight>[01](?:\.\d{0,3})?)\s*$/i.exec(parameter)
    if (match?.groups?.['weight'] !== undefined) return Math.min(1, Number(match.groups['weight']))
    // An unreadable weight is no wish for this coding.
    if (/^\s*q\s*=/i.test(parameter)) return 0
  }
  return 1
}
