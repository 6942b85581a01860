import { availableParallelism } from 'node:os'

/** Others count while they are there: their last call was at most this long ago. */
const presentMs = 5000
/** What takes longer has mostly waited, for a lock, a store or a webhook's receiver, and holds up nobody. */
const workMs = 400

export interface AccountPace {
  noteIsPresent(account: number): void
  /** The server begins to work for the account; the function ends it. */
  begin(account: number): () => void
  /** Whether nothing more is to begin for the account now. */
  mustWait(account: number): boolean
}

/** While several accounts are there, works for each with at most half of the cores, so that others find the rest free. */
export function accountPace(atOnce = Math.max(1, Math.floor(availableParallelism() / 2))): AccountPace {
  /** When each account last made a call; the latest is at the end. */
  const present = new Map<number, number>()
  /** When what is in progress for an account has begun. */
  const begun = new Map<number, Set<{ at: number }>>()

  function forgetAbsent(now: number): void {
    for (const [account, at] of present) {
      if (now - at < presentMs) break
      present.delete(account)
    }
  }

  function noteIsPresent(account: number): void {
    const now = performance.now()
    present.delete(account)
    present.set(account, now)
    forgetAbsent(now)
  }

  return {
    noteIsPresent,
    begin(account) {
      noteIsPresent(account)
      const work = { at: performance.now() }
      const works = begun.get(account) ?? new Set()
      begun.set(account, works.add(work))
      return () => {
        noteIsPresent(account)
        works.delete(work)
        if (works.size === 0) begun.delete(account)
      }
    },
    mustWait(account) {
      const works = begun.get(account)
      if (!works) return false
      const now = performance.now()
      forgetAbsent(now)
      const others = present.size - (present.has(account) ? 1 : 0)
      return others > 0 && [...works].filter(({ at }) => now - at < workMs).length >= atOnce
    },
  }
}
