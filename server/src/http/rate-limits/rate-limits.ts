import { setTimeout as sleep } from 'node:timers/promises'

import { Problem } from '../problems.ts'

export const minuteLength = 60_000

/** Adds our calls to those of all instances in a minute; answers how many there are. */
type AddCalls = (name: string, minute: number, calls: number) => Promise<number>

/** An instance tells the others of its calls after this share of the limit; see docs/decisions/013-instances.md. */
const toldAfter = 1 / 20

const timeoutMs = 2_000
/** How long counting goes on alone after the others could not be told. */
const aloneFor = 5_000

interface Count {
  /** let through by this instance */
  own: number
  /** how many of those the other instances can know of */
  told: number
  /** of the other instances, as last heard */
  others: number
  telling: Promise<void> | undefined
}

/**
 * So many calls a minute for each name, counted by the clock's minutes over all instances. Nothing is written for
 * those who call seldom. Each instance may let through a twentieth of the limit that the others do not know of.
 */
export function rateLimits(perMinute: number, addCalls: AddCalls): (name: string) => Promise<void> {
  const step = Math.max(1, Math.floor(perMinute * toldAfter))
  let current = 0
  let aloneUntil = 0
  let counts = new Map<string, Count>()

  async function tell(name: string, minute: number, count: Count): Promise<void> {
    const { own, told } = count
    try {
      count.others = (await inTime(addCalls(name, minute, own - told))) - own
    } catch {
      aloneUntil = Date.now() + aloneFor
    } finally {
      // Only now: who comes while the answer is on its way waits for it too, if it would be one too many untold.
      count.told = own
      count.telling = undefined
    }
  }

  return async (name) => {
    const now = Date.now()
    const minute = Math.floor(now / minuteLength)
    if (minute !== current) {
      current = minute
      counts = new Map()
    }
    const count = counts.get(name) ?? { own: 0, told: 0, others: 0, telling: undefined }
    counts.set(name, count)
    const mine = count.own + 1
    const isTooMany = () => mine + count.others > perMinute
    if (!isTooMany()) {
      count.own = mine
      while (mine - count.told >= step && Date.now() >= aloneUntil) {
        await (count.telling ??= tell(name, minute, count))
      }
    }
    if (!isTooMany()) return
    throw new Problem('rate_limited', { retryAfter: Math.ceil(((minute + 1) * minuteLength - now) / 1000) })
  }
}

/** Counting may never keep anybody waiting for long: without the database it goes on alone. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error('the calls were not counted in time')
  })
  return Promise.race([work, late])
}
