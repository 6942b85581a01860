import type { AccountPace } from '../shared/account-pace.ts'
import { fairSlots, NoFreeSlot } from '../shared/fair-slots.ts'
import { Problem } from './problems.ts'

const waitMs = 10_000
const waitingPerAccount = 200
const retryAfter = 2

export interface AccountTurns {
  /** Waits until the account may have one more call in progress; the function ends its turn. */
  take(accountId: number, signal: AbortSignal): Promise<() => void>
  /** Runs a call that has its turn. */
  within<Result>(accountId: number, call: () => Promise<Result>): Promise<Result>
  /** For calls that take no turn: they count for what others may do at once. */
  noteCall(accountId: number): void
}

/**
 * Requests wait for a database connection in the order of their arrival. So no account has more calls in progress than
 * half of the connections: however many it makes, those of others find one. While others are there, it has fewer.
 */
export function accountTurns(connections: number, pace: AccountPace): AccountTurns {
  const perAccount = Math.ceil(connections / 2)
  const slots = fairSlots({ total: Infinity, perAccount, waitingPerAccount, waitMs, pace })
  return {
    take: (accountId, signal) =>
      slots.acquire(accountId, signal).catch((error: unknown) => {
        throw error instanceof NoFreeSlot ? new Problem('rate_limited', { retryAfter, cause: error }) : error
      }),
    within: (accountId, call) => pace.within(accountId, call),
    noteCall: (accountId) => pace.noteIsPresent(accountId),
  }
}
