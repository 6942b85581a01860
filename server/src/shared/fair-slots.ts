import type { AccountPace, Party } from './account-pace.ts'

export interface SlotLimits {
  /** How many slots there are for all accounts together. */
  total: number
  /** How many of them one account may use. */
  perAccount: number
  /** How many tasks of one account may wait for a slot; further ones are refused immediately. */
  waitingPerAccount?: number
  /** How long a task may wait, in milliseconds. */
  waitMs?: number
  /** Leaves room for others while there are any. */
  pace?: AccountPace
}

export interface FairSlots {
  /**
   * Resolves with the function that releases the slot; calling it again does nothing. Throws NoFreeSlot when no slot
   * became free in time, and the signal's reason when that is aborted first.
   */
  acquire(account: Party, signal?: AbortSignal): Promise<() => void>
  /** Runs the work in a slot and releases it afterwards, even if the work fails. */
  run<Result>(account: Party, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  inUse: () => number
  waiting: () => number
}

/** Runs work as soon as a slot is free for it. */
export type RunInSlot = <Result>(work: () => Promise<Result>) => Promise<Result>

/** No slot is free: the account uses all it may, or all accounts together do. */
export class NoFreeSlot extends Error {
  override name = 'NoFreeSlot'
  readonly limit: 'account' | 'total'

  constructor(limit: NoFreeSlot['limit']) {
    super(`no free slot (${limit})`)
    this.limit = limit
  }
}

const lookAgainMs = 100

interface Waiter {
  serve(release: () => void): void
  isPaced: boolean
}

/** Slots that accounts share: no account can use all of them, and waiting accounts are served round-robin. */
export function fairSlots({
  total,
  perAccount,
  waitingPerAccount = 0,
  waitMs = 0,
  pace,
}: SlotLimits): FairSlots {
  const usedBy = new Map<Party, number>()
  /** The account at the front is served next. */
  const queues = new Map<Party, Waiter[]>()
  let inUse = 0
  let isLookingAgain = false

  const isAccountFull = (account: Party, isPaced: boolean) =>
    (usedBy.get(account) ?? 0) >= perAccount || (isPaced && pace?.mustWait(account) === true)

  function take(account: Party): () => void {
    inUse += 1
    usedBy.set(account, (usedBy.get(account) ?? 0) + 1)
    const endWork = pace?.begin(account)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      release(account)
      if (endWork) endWork()
      else serveWaiting()
    }
  }

  /** An account may stop having to wait by the passing of time alone. */
  function lookAgainSoon(): void {
    if (!pace || isLookingAgain) return
    isLookingAgain = true
    setTimeout(() => {
      isLookingAgain = false
      serveWaiting()
      if (queues.size > 0) lookAgainSoon()
    }, lookAgainMs).unref()
  }

  function release(account: Party): void {
    inUse -= 1
    const left = (usedBy.get(account) ?? 0) - 1
    if (left > 0) usedBy.set(account, left)
    else usedBy.delete(account)
  }

  function serveWaiting(): void {
    for (const [account, queue] of queues) {
      if (inUse >= total) return
      if (isAccountFull(account, false)) continue
      const mustPacedWait = isAccountFull(account, true)
      const next = queue.findIndex(({ isPaced }) => !(isPaced && mustPacedWait))
      if (next === -1) continue
      const [waiter] = queue.splice(next, 1)
      queues.delete(account)
      // Re-inserted at the end, so that this loop reaches all other accounts first.
      if (queue.length > 0) queues.set(account, queue)
      waiter?.serve(take(account))
    }
  }

  function wait(account: Party, isPaced: boolean, signal: AbortSignal | undefined): Promise<() => void> {
    const queue = queues.get(account) ?? []
    if (queue.length >= waitingPerAccount) {
      return Promise.reject(new NoFreeSlot(isAccountFull(account, isPaced) ? 'account' : 'total'))
    }
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const serve = (release: () => void) => {
        settle()
        resolve(release)
      }
      const waiter: Waiter = { serve, isPaced }
      const giveUp = (reason: unknown) => {
        settle()
        queue.splice(queue.indexOf(waiter), 1)
        if (queue.length === 0) queues.delete(account)
        reject(reason)
      }
      const noFreeSlot = () =>
        new NoFreeSlot(isAccountFull(account, isPaced) || queue[0] !== waiter ? 'account' : 'total')
      const onAbort = () => giveUp(signal?.reason)
      const timer = setTimeout(() => giveUp(noFreeSlot()), waitMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      queue.push(waiter)
      queues.set(account, queue)
      lookAgainSoon()
    })
  }

  async function acquire(account: Party, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const isPaced = pace?.isWithin(account) === false
    const isFree = inUse < total && !isAccountFull(account, isPaced) && !(isPaced && queues.has(account))
    return isFree ? take(account) : wait(account, isPaced, signal)
  }

  pace?.onEnded(serveWaiting)

  return {
    acquire,
    async run(account, work, signal) {
      const release = await acquire(account, signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
    inUse: () => inUse,
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
  }
}
