import type { ServerResponse } from 'node:http'

import type { AccountPace, Party } from '../shared/account-pace.ts'
import { fairSlots, NoFreeSlot } from '../shared/fair-slots.ts'
import { Problem } from './problems.ts'
import { whileClientStays } from './while-client-stays.ts'

const waitMs = 10_000
const waitingPerAccount = 200
const retryAfter = 2
/** Identifying a caller takes milliseconds. */
const identifiedAtOnce = 2

type Call<Result> = (endTurn: () => void) => Promise<Result>

/** Whose turn it is, and for what. */
interface Turn {
  party: Party
  /** Such as the name of an endpoint. */
  kind: string
}

/** All refuse what has to wait too long, and do not begin what a client no longer waits for. */
export interface AccountTurns {
  /** Finds out who a caller is: a few at once for each credential, which is all that is known by then. */
  identify<Result>(credential: string, response: ServerResponse, find: () => Promise<Result>): Promise<Result>
  /** Makes a call as soon as the account may have one more in progress. Whatever it needs further does not wait for it. */
  run<Result>(turn: Turn, response: ServerResponse, call: Call<Result>): Promise<Result>
  /** The same for a call that has slots of its own, before which it ends its turn. */
  runUntilOwnSlots<Result>(turn: Turn, response: ServerResponse, call: Call<Result>): Promise<Result>
}

/**
 * Requests wait for a database connection in the order of their arrival. So no account has more calls in progress than
 * half of the connections: however many it makes, those of others find one. While others are there, it has fewer. The same
 * goes for credentials, before it is known whose they are.
 */
export function accountTurns(connections: number, pace: AccountPace): AccountTurns {
  const half = Math.ceil(connections / 2)
  const turns = fairSlots({ total: Infinity, perAccount: half, waitingPerAccount, waitMs, pace })
  const identifying = fairSlots({ total: half, perAccount: identifiedAtOnce, waitingPerAccount, waitMs })
  const runUntilOwnSlots: AccountTurns['runUntilOwnSlots'] = async ({ party, kind }, response, call) => {
    const acquired = whileClientStays(response, (signal) => turns.acquire(party, { signal, kind }))
    const endTurn = await acquired.catch(refuseIfBusy)
    try {
      return await call(endTurn)
    } finally {
      endTurn()
    }
  }
  return {
    async identify(credential, response, find) {
      const acquired = whileClientStays(response, (signal) => identifying.acquire(credential, { signal }))
      const release = await acquired.catch(refuseIfBusy)
      try {
        return await find()
      } finally {
        release()
      }
    },
    run: (turn, response, call) =>
      runUntilOwnSlots(turn, response, (endTurn) => pace.within(turn.party, () => call(endTurn))),
    runUntilOwnSlots,
  }
}

function refuseIfBusy(error: unknown): never {
  throw error instanceof NoFreeSlot ? new Problem('rate_limited', { retryAfter, cause: error }) : error
}
