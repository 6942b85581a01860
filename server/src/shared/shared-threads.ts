import { fairSlots } from './fair-slots.ts'

/** A pool of threads, of which these are all that matter here. */
interface Threads<Task, Outcome> {
  size: number
  run: (task: Task, signal?: AbortSignal) => Promise<Outcome>
}

export interface SharedThreads<Task, Outcome> {
  /** Rejects with the signal's reason if that is aborted while the task waits for its turn. */
  run: (accountId: number, task: Task, signal?: AbortSignal) => Promise<Outcome>
  isIdle: () => boolean
}

/** Whoever submits tasks limits how many of them wait, and for how long. */
const waitMs = 24 * 60 * 60 * 1000

/** Threads that no account has to itself: each has one task in progress, and accounts take turns. */
export function shareThreads<Task, Outcome>({
  size,
  run,
}: Threads<Task, Outcome>): SharedThreads<Task, Outcome> {
  const slots = fairSlots({ total: size, perAccount: 1, waitingPerAccount: Infinity, waitMs })
  return {
    run: (accountId, task, signal) => slots.run(accountId, () => run(task, signal), { signal }),
    isIdle: () => slots.inUse() === 0,
  }
}
