import type { Worker } from 'node:worker_threads'

/** The thread died, was stopped or could not be started, so there is no outcome. */
export interface ThreadFailure {
  kind: 'failed'
  message: string
}

export type RunTask<Task, Outcome> = (task: Task, signal?: AbortSignal) => Promise<Outcome | ThreadFailure>

/** How much there is to do at this moment. */
export interface PoolLoad {
  busy: number
  waiting: number
}

export interface ThreadPool<Task, Outcome> {
  /**
   * Always answers, also when a thread dies: then with `failed`, and another thread takes its seat.
   * Once it has answered, no thread works on the task any more, so what the task refers to may be closed.
   */
  run: RunTask<Task, Outcome>
  /** Starts the threads ahead of need. */
  warmUp: () => void
  load: () => PoolLoad
}

interface PoolOptions {
  /** how many threads at most */
  size: number
  /** A thread that takes longer for one task is ended. */
  deadlineMs?: number
}

interface Waiting<Task, Outcome> {
  task: Task
  settle: (outcome: Outcome | ThreadFailure) => void
}

interface Seat<Task, Outcome> {
  worker: Worker
  current: Waiting<Task, Outcome> | undefined
  deadline: NodeJS.Timeout | undefined
}

/** Threads start when first needed and leave after a quiet while, so that an idle portal does not pay for them. */
const QUIET_MS = 30_000

/** First come, first served: who submits a little at a time shares the threads evenly with the others. */
export function openPool<Task, Outcome>(
  startThread: () => Worker,
  { size, deadlineMs }: PoolOptions,
): ThreadPool<Task, Outcome> {
  const seats = new Set<Seat<Task, Outcome>>()
  const queue: Waiting<Task, Outcome>[] = []
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
      if (deadlineMs !== undefined) seat.deadline = setTimeout(() => end(seat), deadlineMs)
    }
    if ([...seats].every((seat) => seat.current === undefined)) quiet = setTimeout(dismiss, QUIET_MS).unref()
  }

  /** Undefined where a thread could not be started, which the one who waits has then been told. */
  function freeSeat(waiting: Waiting<Task, Outcome>): Seat<Task, Outcome> | 'none' | undefined {
    for (const seat of seats) if (seat.current === undefined) return seat
    if (seats.size >= size) return 'none'
    try {
      return takeSeat(startThread())
    } catch (error) {
      waiting.settle(failed(`no thread could be started: ${String(error)}`))
      return undefined
    }
  }

  function takeSeat(worker: Worker): Seat<Task, Outcome> {
    const seat: Seat<Task, Outcome> = { worker, current: undefined, deadline: undefined }
    let cause = ''
    worker.on('message', (outcome: Outcome) => release(seat, outcome))
    worker.on('error', (error) => (cause = `: ${String(error)}`))
    worker.on('exit', (code) => {
      seats.delete(seat)
      release(seat, failed(`a thread ended with code ${code}${cause}`))
    })
    seats.add(seat)
    return seat
  }

  function release(seat: Seat<Task, Outcome>, outcome: Outcome | ThreadFailure): void {
    const settled = seat.current
    clearTimeout(seat.deadline)
    seat.current = undefined
    seat.worker.unref()
    settled?.settle(outcome)
    dispatch()
  }

  /** Its task is answered when the thread is really gone. It leaves its seat at once, so that it gets no other task. */
  function end(seat: Seat<Task, Outcome>): void {
    seats.delete(seat)
    void seat.worker.terminate()
  }

  function dismiss(): void {
    for (const seat of seats) end(seat)
  }

  function cancel(waiting: Waiting<Task, Outcome>): void {
    const place = queue.indexOf(waiting)
    if (place >= 0) {
      queue.splice(place, 1)
      waiting.settle(failed('the task was cancelled'))
      return
    }
    for (const seat of seats) if (seat.current === waiting) end(seat)
  }

  const run: RunTask<Task, Outcome> = (task, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve(failed('the task was cancelled'))
      const onAbort = () => cancel(waiting)
      const settle = (outcome: Outcome | ThreadFailure) => {
        signal?.removeEventListener('abort', onAbort)
        resolve(outcome)
      }
      const waiting = { task, settle }
      signal?.addEventListener('abort', onAbort, { once: true })
      queue.push(waiting)
      dispatch()
    })
  const warmUp = () => {
    try {
      while (seats.size < size) takeSeat(startThread()).worker.unref()
    } catch {
      // Whoever needs the thread is told.
    }
    dispatch()
  }
  const load = () => ({
    busy: [...seats].filter((seat) => seat.current !== undefined).length,
    waiting: queue.length,
  })
  return { run, warmUp, load }
}

const failed = (message: string): ThreadFailure => ({ kind: 'failed', message })
