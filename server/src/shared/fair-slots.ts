import type { AccountPace, Party, Work } from './account-pace.ts'

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

export interface SlotOptions {
  signal?: AbortSignal | undefined
  /** The pace expects work of a kind to cost about what it cost before. */
  kind?: string
}

export interface FairSlots {
  /**
   * Resolves with the function that releases the slot; calling it again does nothing. Throws NoFreeSlot when no slot
   * became free in time, and the signal's reason when that is aborted first.
   */
  acquire(account: Party, options?: SlotOptions): Promise<() => void>
  /** Runs the work in a slot and releases it afterwards, even if the work fails. */
  run<Result>(account: Party, work: () => Promise<Result>, options?: SlotOptions): Promise<Result>
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

interface PacedWork extends Work {
  /** False for a part of what has begun. */
  isPaced: boolean
}

interface Waiter extends PacedWork {
  serve(release: () => void): void
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

  const hasAll = (account: Party) => (usedBy.get(account) ?? 0) >= perAccount
  const pauses = (account: Party): ((work: PacedWork) => boolean) => {
    const mustWait = pace?.mustWait(account) ?? (() => false)
    return (work) => work.isPaced && mustWait(work)
  }

  function take(account: Party, { kind }: Work): () => void {
    inUse += 1
    usedBy.set(account, (usedBy.get(account) ?? 0) + 1)
    const endWork = pace?.begin(account, kind)
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
      if (hasAll(account)) continue
      const mustPause = pauses(account)
      const next = queue.find((waiter) => !mustPause(waiter))
      if (!next) continue
      queue.splice(queue.indexOf(next), 1)
      queues.delete(account)
      // Re-inserted at the end, so that this loop reaches all other accounts first.
      if (queue.length > 0) queues.set(account, queue)
      next.serve(take(account, next))
    }
  }

  function wait(account: Party, work: PacedWork, signal: AbortSignal | undefined): Promise<() => void> {
    const queue = queues.get(account) ?? []
    const isAccountFull = () => hasAll(account) || pauses(account)(work)
    if (queue.length >= waitingPerAccount)
      return Promise.reject(new NoFreeSlot(isAccountFull() ? 'account' : 'total'))
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const serve = (release: () => void) => {
        settle()
        resolve(release)
      }
      const waiter: Waiter = { ...work, serve }
      const giveUp = (reason: unknown) => {
        settle()
        queue.splice(queue.indexOf(waiter), 1)
        if (queue.length === 0) queues.delete(account)
        reject(reason)
      }
      const noFreeSlot = () => new NoFreeSlot(isAccountFull() || queue[0] !== waiter ? 'account' : 'total')
      const onAbort = () => giveUp(signal?.reason)
      const timer = setTimeout(() => giveUp(noFreeSlot()), waitMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      queue.push(waiter)
      queues.set(account, queue)
      lookAgainSoon()
    })
  }

  async function acquire(account: Party, { signal, kind = '' }: SlotOptions = {}): Promise<() => void> {
    signal?.throwIfAborted()
    const isPaced = pace?.isWithin(account) === false
    const work = { kind, since: performance.now(), isPaced }
    const mustWait =
      inUse >= total || hasAll(account) || (isPaced && queues.has(account)) || pauses(account)(work)
    return mustWait ? wait(account, work, signal) : take(account, work)
  }

  pace?.onEnded(serveWaiting)

  return {
    acquire,
    async run(account, work, options) {
      const release = await acquire(account, options)
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
