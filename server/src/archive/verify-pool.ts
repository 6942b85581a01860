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
export const poolSize = Math.min(availableParallelism(), 4)

const seats = new Set<Seat>()
const queue: Waiting[] = []
let quiet: NodeJS.Timeout | undefined

/** First come, first served: jobs that each submit a little at a time share the threads evenly. */
export function runInPool(task: VerifyTask): Promise<VerifyOutcome> {
  return new Promise((settle) => {
    queue.push({ task, settle })
    dispatch()
  })
}

function dispatch(): void {
  clearTimeout(quiet)
  while (queue.length > 0) {
    const seat = freeSeat()
    if (seat === undefined) return
    const next = queue.shift()
    if (next === undefined) return
    seat.current = next
    seat.worker.ref()
    seat.worker.postMessage(next.task, [])
  }
  if (seats.size === 0 || [...seats].some((seat) => seat.current !== undefined)) return
  quiet = setTimeout(dismiss, QUIET_MS).unref()
}

function freeSeat(): Seat | undefined {
  for (const seat of seats) if (seat.current === undefined) return seat
  return seats.size < poolSize ? openSeat() : undefined
}

function openSeat(): Seat {
  const worker = startVerifyThread()
  const seat: Seat = { worker, current: undefined }
  const leave = (message: string) => {
    seats.delete(seat)
    release(seat, { kind: 'failed', message })
  }
  worker.on('message', (outcome: VerifyOutcome) => release(seat, outcome))
  worker.on('error', (error) =>
    leave(`a verifying thread failed: ${error instanceof Error ? error.message : 'unknown'}`),
  )
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
