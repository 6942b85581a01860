export interface PlaceLimits {
  /** How many may be taken at once, over all accounts. */
  total: number
  /** How many of them one account may take. */
  perAccount: number
  /** How many of one account may wait for a place; the next is refused at once. */
  waitingPerAccount?: number
  /** How long one may wait, in milliseconds. */
  waitMs?: number
}

export interface Places {
  /**
   * Resolves with the function that gives the place back, which may be called twice. Throws NoPlace where there is none
   * and none came free in time, and the signal's reason where that is aborted first.
   */
  enter(account: number, signal?: AbortSignal): Promise<() => void>
  /** Works in a place, and gives it back however that ends. */
  run<Result>(account: number, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  taken: () => number
  waiting: () => number
}

/** Runs work when it is its turn, among others that want the same. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** All places are taken: by this account as far as it may, or by all of them together. */
export class NoPlace extends Error {
  override name = 'NoPlace'
  readonly limit: 'account' | 'total'

  constructor(limit: NoPlace['limit']) {
    super(`all places are taken (${limit})`)
    this.limit = limit
  }
}

type Waiter = (release: () => void) => void

/** Places that accounts share: none can take all of them, and those who wait get theirs account by account. */
export function fairPlaces({ total, perAccount, waitingPerAccount = 0, waitMs = 0 }: PlaceLimits): Places {
  const takenBy = new Map<number, number>()
  /** The account at the front is the next to get a place. */
  const queues = new Map<number, Waiter[]>()
  let taken = 0

  const isAccountFull = (account: number) => (takenBy.get(account) ?? 0) >= perAccount

  function take(account: number): () => void {
    taken += 1
    takenBy.set(account, (takenBy.get(account) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      giveBack(account)
    }
  }

  function giveBack(account: number): void {
    taken -= 1
    const left = (takenBy.get(account) ?? 0) - 1
    if (left > 0) takenBy.set(account, left)
    else takenBy.delete(account)
    serveWaiting()
  }

  function serveWaiting(): void {
    for (const [account, queue] of queues) {
      if (taken >= total) return
      if (isAccountFull(account)) continue
      const waiter = queue.shift()
      queues.delete(account)
      // Behind all other accounts, which this loop then reaches first.
      if (queue.length > 0) queues.set(account, queue)
      waiter?.(take(account))
    }
  }

  function wait(account: number, signal: AbortSignal | undefined): Promise<() => void> {
    const queue = queues.get(account) ?? []
    if (queue.length >= waitingPerAccount) {
      return Promise.reject(new NoPlace(isAccountFull(account) ? 'account' : 'total'))
    }
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const waiter: Waiter = (release) => {
        settle()
        resolve(release)
      }
      const leave = (reason: unknown) => {
        settle()
        queue.splice(queue.indexOf(waiter), 1)
        if (queue.length === 0) queues.delete(account)
        reject(reason)
      }
      const onAbort = () => leave(signal?.reason)
      const timer = setTimeout(() => leave(new NoPlace(isAccountFull(account) ? 'account' : 'total')), waitMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      queue.push(waiter)
      queues.set(account, queue)
    })
  }

  async function enter(account: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const isFree = taken < total && !isAccountFull(account)
    return isFree ? take(account) : wait(account, signal)
  }

  return {
    enter,
    async run(account, work, signal) {
      const leave = await enter(account, signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    taken: () => taken,
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
  }
}
