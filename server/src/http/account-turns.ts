import type { AccountPace } from '../shared/account-pace.ts'
import { fairSlots, NoFreeSlot } from '../shared/fair-slots.ts'
import { Problem } from './problems.ts'

const waitMs = 10_000
const waitingPerAccount = 200
const retryAfter = 2

/**
 * Requests wait for a database connection in the order of their arrival. So no account has more calls in progress than
 * half of the connections: however many it makes, those of others find one.
 */
export function accountTurns(connections: number, pace: AccountPace) {
  const perAccount = Math.ceil(connections / 2)
  const slots = fairSlots({ total: Infinity, perAccount, waitingPerAccount, waitMs, pace })
  return (accountId: number, signal: AbortSignal): Promise<() => void> =>
    slots.acquire(accountId, signal).catch((error: unknown) => {
      throw error instanceof NoFreeSlot ? new Problem('rate_limited', { retryAfter, cause: error }) : error
    })
}
