import { Problem } from './problems.ts'

const minute = 60_000

/** So many calls a minute for each name, counted by the clock's minutes; the counts are forgotten with the minute. */
export function rateLimits(perMinute: number): (name: string | number) => void {
  let current = 0
  let counts = new Map<string | number, number>()
  return (name) => {
    const now = Date.now()
    const window = Math.floor(now / minute)
    if (window !== current) {
      current = window
      counts = new Map()
    }
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count <= perMinute) return
    throw new Problem('rate_limited', { retryAfter: Math.ceil(((window + 1) * minute - now) / 1000) })
  }
}
