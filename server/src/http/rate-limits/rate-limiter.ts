import { isAhead } from '../../shared/is-ahead.ts'
import { withTimeout } from '../../shared/with-timeout.ts'
import { Problem } from '../problems.ts'

export const minuteMs = 60_000

/** Counts a request; the seconds until the next minute if it is over the limit, otherwise undefined. */
export type RateLimiter = (name: string) => number | undefined
export type SharedRateLimiter = (name: string) => Promise<number | undefined>

/** Adds this instance's requests of a minute to those of the others; resolves to the sum. */
type ShareCounts = (name: string, minute: number, requests: number) => Promise<number>

/** An instance reports its count after every such part of the limit; see docs/decisions/013-instances.md. */
const reportEvery = 1 / 20

/** Requests do not wait long for a slow database. */
const shareTimeoutMs = 2_000
/** How long an instance counts alone after sharing has failed. */
const retryShareAfterMs = 5_000
/** More than a portal has clients in a minute. If somebody makes up addresses, counting starts again. */
const maxNames = 100_000

interface Count {
  /** let through by this instance */
  own: number
  /** how many of those the other instances know of */
  shared: number
  /** requests of the other instances, as of the last time counts were shared */
  others: number
  sharing: Promise<void> | undefined
}

interface SharedLimit {
  perMinute: number
  shareCounts: ShareCounts
}

/**
 * Limits the requests of each name per clock minute.
 *
 * Without `shareCounts` an instance counts alone and synchronously: files are requested too often for more than a map
 * lookup. With it the limit holds over all instances, each of which may exceed it by a twentieth that the others do not
 * know of yet. Nothing is written for names with few requests.
 */
export function openRateLimiter(options: SharedLimit): SharedRateLimiter
export function openRateLimiter(options: { perMinute: number }): RateLimiter
export function openRateLimiter({
  perMinute,
  shareCounts,
}: Partial<SharedLimit> & { perMinute: number }): RateLimiter | SharedRateLimiter {
  const counts = new Map<string, Count>()
  let currentMinute = 0

  const limitAlone: RateLimiter = (name) => {
    const now = Date.now()
    const minute = Math.floor(now / minuteMs)
    if (minute !== currentMinute || counts.size > maxNames) {
      counts.clear()
      currentMinute = minute
    }
    let count = counts.get(name)
    if (!count) {
      count = { own: 0, shared: 0, others: 0, sharing: undefined }
      counts.set(name, count)
    }
    if (count.own + count.others >= perMinute) return secondsLeft(minute, now)
    count.own += 1
    return undefined
  }
  if (!shareCounts) return limitAlone

  const portion = Math.max(1, Math.floor(perMinute * reportEvery))
  let aloneUntil = 0

  async function share(name: string, minute: number, count: Count, add: ShareCounts): Promise<void> {
    const { own, shared } = count
    try {
      count.others = (await withTimeout(shareTimeoutMs, add(name, minute, own - shared))) - own
    } catch {
      aloneUntil = Date.now() + retryShareAfterMs
    } finally {
      // Not earlier: requests that arrive meanwhile wait for the sum too, if they fill another portion.
      count.shared = own
      count.sharing = undefined
    }
  }

  return async (name) => {
    const now = Date.now()
    const retryAfter = limitAlone(name)
    const count = counts.get(name)
    if (retryAfter !== undefined || !count) return retryAfter
    const { own } = count
    const minute = currentMinute
    while (own - count.shared >= portion && !isAhead(aloneUntil, retryShareAfterMs)) {
      await (count.sharing ??= share(name, minute, count, shareCounts))
    }
    return own + count.others > perMinute ? secondsLeft(minute, now) : undefined
  }
}

const secondsLeft = (minute: number, now: number) => Math.ceil(((minute + 1) * minuteMs - now) / 1000)

export function throwIfLimited(retryAfter: number | undefined): void {
  if (retryAfter !== undefined) throw new Problem('rate_limited', { retryAfter })
}
