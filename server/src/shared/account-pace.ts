import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'

import { openTimeBudget } from './time-budget.ts'
import type { TimeBudgetLimits } from './time-budget.ts'

/** Others count while they are there: something was last done for them at most this long ago. */
const presentMs = 5000

interface Share extends Omit<TimeBudgetLimits, 'perMillisecond'> {
  /** How much of the time of its places an account may use, in the long run. People pause, programs need not. */
  part: number
  /** An account with savings may have more in progress, as long as none of it has taken longer. Pages ask for several things at once. */
  shortMs: number
  /**
   * What takes longer may be waiting, for a lock, a store or a webhook's receiver. It frees its place for one other task but
   * still counts, so an account never has more than twice as much in progress.
   */
  workMs: number
}

/** How many times its places an account with savings may use. */
const burst = 4

/** An account that has used up its part pauses for at most four tenths of a second before each of its next calls. */
const callsShare: Share = {
  part: 1 / 3,
  shortMs: 100,
  workMs: 1000,
  freeMs: 10,
  fairMs: 50,
  mostOwedMs: 125,
}
/** A question about a large build keeps a thread busy for seconds, most questions for milliseconds. */
const questionsShare: Share = {
  part: 1 / 12,
  shortMs: 0,
  workMs: Infinity,
  freeMs: 25,
  fairMs: Infinity,
  mostOwedMs: 250,
}
const backgroundShare: Share = {
  part: 1 / 8,
  shortMs: 0,
  workMs: Infinity,
  freeMs: 0,
  fairMs: Infinity,
  mostOwedMs: 1250,
}

/** Whose work it is: an account, by its id, or a caller or credential whose account is not known, by name ("user 12"). */
export type Party = number | string

export interface AccountPace {
  /** The server begins to work for the account; the function ends it. */
  begin(account: Party): () => void
  /** Whether nothing more is to begin for the account now, except for what it is already working on. */
  mustWait(account: Party): boolean
  /** Runs what has begun: whatever it needs further does not wait. */
  within<Result>(account: Party, work: () => Promise<Result>): Promise<Result>
  isWithin(account: Party): boolean
  /** Has it called whenever something has ended, so that what waits can begin. */
  onEnded(listener: () => void): void
}

export interface Paces {
  /** What people and programs wait for. */
  calls: AccountPace
  /** What is asked about stored contents. */
  questions: AccountPace
  /** What is done for an account in the background. */
  background: AccountPace
  /** Whether something was done for anybody in the last seconds. */
  isAnybodyPresent(): boolean
}

/**
 * While several accounts are there, works for each with at most half of the cores, so that others find the rest free. What
 * is done in the background does not hold up calls.
 */
export function openPaces(atOnce = Math.max(1, Math.floor(availableParallelism() / 2))): Paces {
  /** When something was last done for each account; the latest is at the end. */
  const present = new Map<Party, number>()

  function forgetAbsent(now: number): void {
    for (const [account, at] of present) {
      if (now - at < presentMs) break
      present.delete(account)
    }
  }

  function noteIsPresent(account: Party): void {
    const now = performance.now()
    present.delete(account)
    present.set(account, now)
    forgetAbsent(now)
  }

  function areOthersPresent(account: Party): boolean {
    forgetAbsent(performance.now())
    return present.size > (present.has(account) ? 1 : 0)
  }

  function pace({ part, shortMs, workMs, ...limits }: Share): AccountPace {
    /** When what is in progress for an account has begun. */
    const begun = new Map<Party, Set<{ at: number }>>()
    const budget = openTimeBudget<Party>({ perMillisecond: atOnce * part, ...limits })
    const current = new AsyncLocalStorage<Party>()
    const listeners: (() => void)[] = []
    /** Each of them is the first in turn, or one would take every place that becomes free. */
    function serveNext() {
      const [first, ...others] = listeners
      if (!first) return
      listeners.splice(0, Infinity, ...others, first)
      for (const listener of listeners) listener()
    }
    return {
      onEnded: (listener) => void listeners.push(listener),
      within: (account, work) => current.run(account, work),
      isWithin: (account) => current.getStore() === account,
      begin(account) {
        noteIsPresent(account)
        const work = { at: performance.now() }
        const works = begun.get(account) ?? new Set()
        begun.set(account, works.add(work))
        return () => {
          noteIsPresent(account)
          budget.spend(account, performance.now() - work.at)
          works.delete(work)
          if (works.size === 0) begun.delete(account)
          serveNext()
        }
      },
      mustWait(account) {
        if (!areOthersPresent(account)) return false
        if (budget.isSpent(account)) return true
        const works = begun.get(account)
        if (!works) return false
        const now = performance.now()
        const lasted = [...works].map(({ at }) => now - at)
        if (budget.isPlentiful(account) && lasted.every((milliseconds) => milliseconds < shortMs))
          return works.size >= burst * atOnce
        if (works.size >= 2 * atOnce) return true
        return lasted.filter((milliseconds) => milliseconds < workMs).length >= atOnce
      },
    }
  }
  return {
    calls: pace(callsShare),
    questions: pace(questionsShare),
    background: pace(backgroundShare),
    isAnybodyPresent() {
      forgetAbsent(performance.now())
      return present.size > 0
    },
  }
}
