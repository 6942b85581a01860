import { loopWatch } from './loop-watch.ts'

/** Of what an account has used, a third still counts after this time. */
const memoryMs = 2000
/** Others slow an account down only while they are there: their last work was at most this long ago. */
const presentMs = 5000
/** How much of the last seconds the server may have worked for one account. */
const much = 0.2
/** A rest is this many times as long as the work before it. */
const restFactor = 3
/** What takes longer has mostly waited: for a lock, a store or a webhook's receiver. */
const longestWorkMs = 100

export interface AccountPace {
  /** The server begins to work for the account. The function ends it, and tells for how many milliseconds to rest then. */
  begin(account: number): () => number
  /** Whether the account is to do few things at a time now. */
  isBusy(account: number): boolean
}

/** What people and programs wait for, and what is done for an account in the background. */
export type Paces = Record<'calls' | 'background', AccountPace>

/**
 * Slows down accounts that use much of the server's time, while it has little left and other accounts are there. An
 * account's work in the background does not slow down its calls.
 */
export function openPaces(isLoaded: () => boolean = loopWatch()): Paces {
  /** When each account last had something done; the latest is at the end. */
  const present = new Map<number, number>()
  const pace = () => paceAmong(present, isLoaded)
  return { calls: pace(), background: pace() }
}

interface Use {
  milliseconds: number
  at: number
  inProgress: number
}

function paceAmong(present: Map<number, number>, isLoaded: () => boolean): AccountPace {
  const uses = new Map<number, Use>()

  const decayed = ({ milliseconds, at }: Use, now: number) => milliseconds * Math.exp((at - now) / memoryMs)

  function isBusy(account: number): boolean {
    const use = uses.get(account)
    return (
      use !== undefined && present.size > 1 && decayed(use, performance.now()) > much * memoryMs && isLoaded()
    )
  }

  function noteIsPresent(account: number, now: number): void {
    present.delete(account)
    present.set(account, now)
    for (const [other, at] of present) {
      if (now - at < presentMs) break
      present.delete(other)
    }
    for (const [other, { inProgress }] of uses) {
      if (inProgress === 0 && !present.has(other)) uses.delete(other)
    }
  }

  return {
    begin(account) {
      const started = performance.now()
      const use = uses.get(account) ?? { milliseconds: 0, at: started, inProgress: 0 }
      uses.set(account, use)
      use.inProgress += 1
      noteIsPresent(account, started)
      return () => {
        const now = performance.now()
        // Of several at once, each had its part of the time.
        const worked = Math.min((now - started) / use.inProgress, longestWorkMs)
        use.milliseconds = decayed(use, now) + worked
        use.at = now
        use.inProgress -= 1
        noteIsPresent(account, now)
        return isBusy(account) ? worked * restFactor : 0
      }
    },
    isBusy,
  }
}
