import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'

import type { ArchiveRefusalCode } from './refusal.ts'
import type { VerifyPlan } from './verify-plan.ts'
import type { EntryRange } from './verify-range.ts'
import { startVerifyThread } from './verify-thread.ts'

export interface VerifyTask {
  fd: number
  plan: VerifyPlan
  range: EntryRange
}

export type VerifyOutcome =
  | { kind: 'done' }
  | { kind: 'refused'; code: ArchiveRefusalCode; detail: string }
  | { kind: 'failed'; message: string }

export type RunTask = (task: VerifyTask) => Promise<VerifyOutcome>

/** How much there is to do at this moment. */
export interface PoolLoad {
  busy: number
  waiting: number
}

interface Waiting {
  task: VerifyTask
  settle: (outcome: VerifyOutcome) => void
}

interface Seat {
  worker: Worker
  current: Waiting | undefined
}

/** Threads start when first needed and leave after a quiet while, so that an idle portal does not pay for them. */
const QUIET_MS = 30_000

/** Each thread has its price in memory; more than a few gain little, since the file is read only so fast. */
export const poolSize = Math.min(availableParallelism(), 4)

/**
 * First come, first served: verifications that each submit a little at a time share the threads evenly.
 * Always answers, also when a thread dies: then with `failed`, and another thread takes its seat.
 */
export function openPool(startThread: () => Worker, size: number): RunTask & { load: () => PoolLoad } {
  const seats = new Set<Seat>()
  const queue: Waiting[] = []
  let quiet: NodeJS.Timeout | undefined

  function dispatch(): void {
    clearTimeout(quiet)
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const seat = freeSeat(next)
      if (seat === 'none') return
      queue.shift()
      if (seat === undefined) continue
      seat.current = next
      seat.worker.ref()
      seat.worker.postMessage(next.task, [])
    }
    if ([...seats].every((seat) => seat.current === undefined)) quiet = setTimeout(dismiss, QUIET_MS).unref()
  }

  /** Undefined where a thread could not be started, which the one who waits has then been told. */
  function freeSeat(waiting: Waiting): Seat | 'none' | undefined {
    for (const seat of seats) if (seat.current === undefined) return seat
    if (seats.size >= size) return 'none'
    try {
      return takeSeat(startThread())
    } catch (error) {
      waiting.settle({ kind: 'failed', message: `no verifying thread could be started: ${String(error)}` })
      return undefined
    }
  }

  function takeSeat(worker: Worker): Seat {
    const seat: Seat = { worker, current: undefined }
    const leave = (message: string) => {
      seats.delete(seat)
      release(seat, { kind: 'failed', message })
    }
    worker.on('message', (outcome: VerifyOutcome) => release(seat, outcome))
    worker.on('error', (error) => leave(`a verifying thread failed: ${String(error)}`))
    worker.on('exit', (code) => leave(`a verifying thread ended with code ${code}`))
    seats.add(seat)
    return seat
  }

  function release(seat: Seat, outcome: VerifyOutcome): void {
    const settled = seat.current
    seat.current = undefined
    seat.worker.unref()
    settled?.settle(outcome)
    dispatch()
  }

  function dismiss(): void {
    for (const seat of seats) {
      seats.delete(seat)
      void seat.worker.terminate()
    }
  }

  const run: RunTask = (task) =>
    new Promise((settle) => {
      queue.push({ task, settle })
      dispatch()
    })
  const load = () => ({
    busy: [...seats].filter((seat) => seat.current !== undefined).length,
    waiting: queue.length,
  })
  return Object.assign(run, { load })
}

export const runInPool = openPool(startVerifyThread, poolSize)
export const verificationLoad = runInPool.load
