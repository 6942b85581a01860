import { minuteLength } from './rate-limits.ts'

/** Seconds to wait if an address has asked too often in this minute, and undefined otherwise. */
export type LimitFiles = (address: string) => number | undefined

/** More addresses than ask in a minute, unless somebody makes them up. */
const mostAddresses = 100_000

/**
 * Requests for files are too many and too cheap to be counted over all instances: each counts its own, with one look
 * into a map.
 */
export function fileLimits(perMinute: number): LimitFiles {
  let endsAt = 0
  const counts = new Map<string, { requests: number }>()
  return (address) => {
    const now = Date.now()
    if (now >= endsAt || counts.size > mostAddresses) {
      counts.clear()
      endsAt = (Math.floor(now / minuteLength) + 1) * minuteLength
    }
    const count = counts.get(address)
    if (!count) {
      counts.set(address, { requests: 1 })
      return undefined
    }
    count.requests += 1
    return count.requests > perMinute ? Math.ceil((endsAt - now) / 1000) : undefined
  }
}
