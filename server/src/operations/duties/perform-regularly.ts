import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { ensureDuty, takeDuty, updateAsDone } from '../../database/duties-store.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Something that one instance does for all of them. Doing it twice must do no harm. */
export interface Duty {
  name: string
  /** milliseconds */
  every: number
  /** Says `left` where it could not begin: then it is not done, and tried again with the next round. */
  work: (signal: AbortSignal) => Promise<'left' | void>
}

export interface DutyServices {
  backgroundDb: Database
  metrics: Metrics
  log: Logger
}

/** Lets work begin when its turn comes. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** One after the other. */
export function inTurn(): Turn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine
    return mine
  }
}

/** Timers do not keep step: who comes a little early does it, rather than leave it for a whole round. */
const almost = 0.9

/** How soon it is looked whether a duty has been left undone, by a failure or by an instance that is gone. */
const lookEvery = 60_000

/** Sees to it that a duty is done now and then regularly, by whichever instance comes first, until stopped. */
export function performRegularly(
  { backgroundDb, metrics, log }: DutyServices,
  duty: Duty,
  turn: Turn = (work) => work(),
): () => Promise<void> {
  const round = (signal: AbortSignal) =>
    turn(() => perform(backgroundDb, duty, signal))
      .then((isDone) => metrics.dutyEnded(duty.name, isDone ? 'done' : 'left'))
      .catch((error: unknown) => {
        if (signal.aborted) return
        metrics.dutyEnded(duty.name, 'failed')
        log.warn({ err: error, duty: duty.name }, 'a duty was not done; it is tried again')
      })
  return regularly(Math.min(duty.every, lookEvery), round)
}

/** Works now and then regularly, one round at a time, until stopped. A round must not fail. */
export function regularly(every: number, round: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController()
  let current: Promise<void> | undefined
  const begin = () => {
    current ??= round(stopping.signal).finally(() => {
      current = undefined
    })
  }
  begin()
  const timer = setInterval(begin, every)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await current
  }
}

/**
 * False if another instance is at it or has just been, and if the work was left. The row is held by a transaction:
 * when an instance is killed, its connection ends and the row is free. On failure nobody has done it, so the next
 * round tries again.
 */
export async function perform(
  db: Database,
  { name, every, work }: Duty,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted()
  await ensureDuty(db, name)
  return db.transaction().execute(async (trx) => {
    if (!(await takeDuty(trx, name, every * almost))) return false
    if ((await work(signal)) === 'left') return false
    await updateAsDone(trx, name)
    return true
  })
}
