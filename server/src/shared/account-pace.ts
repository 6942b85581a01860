import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { eventLoopUtilization } from 'node:perf_hooks'

import { openTimeBudget } from './time-budget.ts'
import type { TimeBudgetLimits } from './time-budget.ts'
import { openUsualCosts } from './usual-costs.ts'

/** An account is present until this long after something was last done for it. */
const presentMs = 5000

interface Share extends Omit<TimeBudgetLimits, 'perMillisecond'> {
  /** How much of the time of its places an account may use, in the long run. People pause; programs may not. */
  part: number
  /**
   * An account with savings may have more in progress while none of it has lasted this long: pages ask for several things at
   * once. What has lasted longer gives its place to one other task that usually costs little.
   */
  shortMs: number
  /**
   * What takes longer may be waiting, for a lock, a store or a webhook's receiver. It frees its place for one other task but
   * still counts, so an account never has more than twice as much in progress.
   */
  workMs: number
}

/** What usually costs less than `freeMs` waits no longer than this because of what its account owes. */
const longestPauseMs = 400

/** Work of the main thread counts for a call up to this many times its average for each request answered meanwhile. */
const mostOfAverage = 4

/**
 * An account that owes time may spend this part of the time of its places on what usually costs little. A kind of work may be
 * cheap most of the time, and costly now and then.
 */
const overtakingPart = 1 / 2
const mostOvertakenMs = 2000

/** An account with savings may have this many times as many calls in progress. */
const burst = 4

/** An account that has used up its part pauses for up to eight tenths of a second before each of its next calls. */
const callsShare: Share = {
  part: 1 / 5,
  shortMs: 100,
  workMs: 1000,
  freeMs: 10,
  fairMs: 50,
  mostOwedMs: 160,
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
/** Nobody waits for what opening a version takes, unless its index is large and was stored without blocks. */
const openingShare: Share = {
  part: 1 / 8,
  shortMs: 0,
  workMs: Infinity,
  freeMs: 50,
  fairMs: Infinity,
  mostOwedMs: 375,
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

/** What is to be done for an account. */
export interface Work {
  /** Such as an endpoint: what it cost before says what it will cost. */
  kind: string
  /** Since when it has been waiting. */
  since: number
}

export interface AccountPace {
  /** The server begins to work for the account; the function ends it. */
  begin(account: Party, kind: string): () => void
  /** Tells whether new work for the account must wait. Parts of what has begun are not asked about. */
  mustWait(account: Party): (work: Work) => boolean
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
  /** Reading where the files of a version are, when one of them is requested. */
  opening: AccountPace
  /** What is done for an account in the background. */
  background: AccountPace
  /** Whether something was done for anybody in the last seconds. */
  isAnybodyPresent(): boolean
  /** A request was answered, whoever made it. */
  noteAnswer(): void
}

interface Begun {
  at: number
  /** How long the main thread had worked by then, and how many requests it had answered. */
  worked: number
  answered: number
}

/**
 * While several accounts are present, each that is busy gets places on half of the cores, so that others find the rest free.
 * Work in the background does not hold up calls.
 */
export function openPaces(
  atOnce = Math.max(1, Math.floor(availableParallelism() / 2)),
  /** How long the main thread has worked. */
  workedMs = () => eventLoopUtilization().active,
): Paces {
  let answers = 0
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
    /** What is in progress for each account. */
    const begun = new Map<Party, Set<Begun>>()
    const budget = openTimeBudget<Party>({ perMillisecond: atOnce * part, ...limits })
    const current = new AsyncLocalStorage<Party>()
    const listeners: (() => void)[] = []
    const usualCosts = openUsualCosts<Party>(limits.freeMs)
    const overtaking = openTimeBudget<Party>({
      perMillisecond: atOnce * overtakingPart,
      freeMs: 0,
      fairMs: Infinity,
      mostOwedMs: mostOvertakenMs,
    })
    /** How long the work took, less most of what the main thread did for others meanwhile. */
    function costOf({ at, worked, answered }: Begun): number {
      const milliseconds = performance.now() - at
      const work = Math.min(milliseconds, workedMs() - worked)
      return milliseconds - work + work * Math.min(1, mostOfAverage / (answers - answered + 1))
    }
    /** The listeners take turns to be the first; otherwise one would take every place that becomes free. */
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
      begin(account, kind) {
        noteIsPresent(account)
        const work = { at: performance.now(), worked: workedMs(), answered: answers }
        const works = begun.get(account) ?? new Set()
        begun.set(account, works.add(work))
        return () => {
          noteIsPresent(account)
          const cost = costOf(work)
          budget.spend(account, cost)
          if (cost > limits.freeMs) overtaking.spend(account, cost)
          usualCosts.note(account, kind, cost)
          works.delete(work)
          if (works.size === 0) begun.delete(account)
          serveNext()
        }
      },
      mustWait(account) {
        if (!areOthersPresent(account)) return () => false
        const now = performance.now()
        const owes = budget.isSpent(account)
        const mayOvertake = !overtaking.isSpent(account)
        const lasted = [...(begun.get(account) ?? [])].map(({ at }) => now - at)
        const hasBurst = budget.isPlentiful(account) && lasted.every((milliseconds) => milliseconds < shortMs)
        const hasPlace = (keptMs: number) =>
          hasBurst
            ? lasted.length < burst * atOnce
            : lasted.length < 2 * atOnce &&
              lasted.filter((milliseconds) => milliseconds < keptMs).length < atOnce
        const [hasPlaceForAll, hasPlaceForLittle] = [hasPlace(workMs), hasPlace(shortMs)]
        if (!hasPlaceForLittle) return () => true
        return ({ kind, since }) => {
          if (owes && !(mayOvertake && now - since >= longestPauseMs)) return true
          return (owes || !hasPlaceForAll) && !usualCosts.isUsuallyLittle(account, kind)
        }
      },
    }
  }
  return {
    calls: pace(callsShare),
    questions: pace(questionsShare),
    opening: pace(openingShare),
    background: pace(backgroundShare),
    noteAnswer: () => void (answers += 1),
    isAnybodyPresent() {
      forgetAbsent(performance.now())
      return present.size > 0
    },
  }
}
