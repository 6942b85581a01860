import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { ensureDuty, takeDuty, updateAsDone } from '../../database/duties-store.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** A background job that one instance does for all of them. Running it twice must do no harm. */
export interface Duty {
  name: string
  /** milliseconds */
  every: number
  /** Returns `left` if it could not begin: then it does not count as done, and the next round retries it. */
  work: (signal: AbortSignal) => Promise<'left' | void>
}

export interface DutyServices {
  backgroundDb: Database
  metrics: Metrics
  log: Logger
}

/** Starts work once it is its turn. */
export type Schedule = <T>(work: () => Promise<T>) => Promise<T>

export function oneAtATime(): Schedule {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work, work)
    last = result
    return result
  }
}

/** Timers of instances drift, so a duty may run a little early rather than a whole round late. */
const earliest = 0.9

/** How often to check for a duty that is overdue because it failed or its instance is gone. */
const checkEveryMs = 60_000

/** Performs a duty now and then regularly until stopped, on whichever instance comes first. */
export function performRegularly(
  { backgroundDb, metrics, log }: DutyServices,
  duty: Duty,
  schedule: Schedule = (work) => work(),
): () => Promise<void> {
  const round = (signal: AbortSignal) =>
    schedule(() => perform(backgroundDb, duty, signal))
      .then((isDone) => metrics.dutyEnded(duty.name, isDone ? 'done' : 'left'))
      .catch((error: unknown) => {
        if (signal.aborted) return
        metrics.dutyEnded(duty.name, 'failed')
        log.warn({ err: error, duty: duty.name }, 'duty failed; will retry')
      })
  return repeat(Math.min(duty.every, checkEveryMs), round)
}

/** Runs a round now and then regularly, one at a time, until stopped. A round must not fail. */
export function repeat(everyMs: number, round: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController()
  let current: Promise<void> | undefined
  const begin = () => {
    current ??= round(stopping.signal).finally(() => {
      current = undefined
    })
  }
  begin()
  const timer = setInterval(begin, everyMs)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await current
  }
}

/**
 * False if another instance is performing the duty or has just done so, or if the work was left. A transaction holds the
 * duty: if the instance is killed, its connection ends and the duty is free again. A failure rolls back, so the next
 * round retries.
 */
export async function perform(
  db: Database,
  { name, every, work }: Duty,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted()
  await ensureDuty(db, name)
  return db.transaction().execute(async (trx) => {
    if (!(await takeDuty(trx, name, every * earliest))) return false
    if ((await work(signal)) === 'left') return false
    await updateAsDone(trx, name)
    return true
  })
}
