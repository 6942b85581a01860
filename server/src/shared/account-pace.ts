import { availableParallelism } from 'node:os'

import { loopWatch } from './loop-watch.ts'

/** Of what an account has used, a third still counts after this time. */
const memoryMs = 2000
/** Others slow an account down only while they are there: their last work was at most this long ago. */
const presentMs = 5000
/** How much of a core's time an account may use for long. */
const shareOfCore = 0.1
/** A rest is this many times as long as the work before it. */
const restFactor = 3
/** Work may have waited for something, which is nobody's burden. */
const longestRestMs = 500

export interface AccountPace {
  /** Notes that the server worked for the account; returns for how many milliseconds it is to rest now. */
  worked(account: number, milliseconds: number): number
  /** Whether it is to do one thing at a time now. */
  isBusy(account: number): boolean
}

/** What people and programs wait for, and what is done for an account in the background. */
export type Paces = Record<'calls' | 'background', AccountPace>

/**
 * Slows down accounts that use much of the server's time, while it has little left and other accounts are there. An
 * account's work in the background does not slow down its calls.
 */
export function openPaces(isLoaded: () => boolean = loopWatch()): Paces {
  /** When each account worked last; the latest is at the end. */
  const present = new Map<number, number>()
  const pace = () => paceAmong(present, isLoaded)
  return { calls: pace(), background: pace() }
}

function paceAmong(present: Map<number, number>, isLoaded: () => boolean): AccountPace {
  const uses = new Map<number, { milliseconds: number; at: number }>()
  const muchMs = memoryMs * availableParallelism() * shareOfCore

  function usedBy(account: number, now: number): number {
    const use = uses.get(account)
    return use ? use.milliseconds * Math.exp((use.at - now) / memoryMs) : 0
  }

  function forgetAbsent(now: number): void {
    for (const [account, at] of present) {
      if (now - at < presentMs) break
      present.delete(account)
    }
    for (const account of uses.keys()) if (!present.has(account)) uses.delete(account)
  }

  const isBusy = (account: number) =>
    present.size > 1 && usedBy(account, performance.now()) > muchMs && isLoaded()

  return {
    worked(account, milliseconds) {
      const now = performance.now()
      uses.set(account, { milliseconds: usedBy(account, now) + milliseconds, at: now })
      present.delete(account)
      present.set(account, now)
      forgetAbsent(now)
      return isBusy(account) ? Math.min(milliseconds * restFactor, longestRestMs) : 0
    },
    isBusy,
  }
}
