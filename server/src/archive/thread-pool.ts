import type { Transferable, Worker } from 'node:worker_threads'

import { createThreadData, terminateThread } from './thread-gate.ts'
import type { ThreadData } from './thread-gate.ts'

/** The thread died, was stopped or could not be started, so there is no outcome. */
export interface ThreadFailure {
  kind: 'failed'
  message: string
  /** The thread ended with the task: it took longer or more memory than it may. */
  hasEndedThread?: true
}

export type RunTask<Task, Outcome> = (task: Task, signal?: AbortSignal) => Promise<Outcome | ThreadFailure>

/** How busy the pool is. */
export interface PoolLoad {
  busy: number
  waiting: number
}

export interface ThreadPool<Task, Outcome> {
  /** maximum number of threads */
  size: number
  /**
   * Always resolves: with `failed` when the thread dies, which is then replaced. Once it has resolved, no thread works
   * on the task any more, so files it refers to may be closed.
   */
  run: RunTask<Task, Outcome>
  /** Starts all threads before they are needed. */
  warmUp: () => void
  load: () => PoolLoad
}

interface PoolOptions<Task> {
  /** maximum number of threads */
  size: number
  /** What a task hands over to the thread. */
  transfer?: (task: Task) => readonly Transferable[]
  /** A thread that uses a processor for longer, for one task, is terminated. */
  deadlineMs?: number
}

interface QueuedTask<Task, Outcome> {
  task: Task
  settle: (outcome: Outcome | ThreadFailure) => void
}

interface PooledThread<Task, Outcome> {
  worker: Worker
  data: ThreadData
  current: QueuedTask<Task, Outcome> | undefined
  deadlines: NodeJS.Timeout[]
}

/** Threads start when needed and stop after this long without work, so that an idle portal does not pay for them. */
const IDLE_MS = 30_000

/** On a busy machine, a task may take this many times as long as on an idle one. */
const maxDelay = 3

/** How long a thread has used a processor; not at all if it is not running. */
const cpuMsOf = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => 0,
  )

/** Tasks start in the order of submission: callers that submit a few at a time share the threads evenly. */
export function openThreadPool<Task, Outcome>(
  startThread: (workerData: ThreadData) => Worker,
  { size, deadlineMs, transfer = () => [] }: PoolOptions<Task>,
): ThreadPool<Task, Outcome> {
  const threads = new Set<PooledThread<Task, Outcome>>()
  const queue: QueuedTask<Task, Outcome>[] = []
  let idleTimer: NodeJS.Timeout | undefined

  function dispatch(): void {
    clearTimeout(idleTimer)
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const thread = findFreeThread(next)
      if (thread === 'none') return
      queue.shift()
      if (thread === undefined) continue
      thread.current = next
      thread.worker.ref()
      thread.worker.postMessage(next.task, transfer(next.task))
      if (deadlineMs !== undefined) setDeadlines(thread, deadlineMs)
    }
    if ([...threads].every((thread) => thread.current === undefined))
      idleTimer = setTimeout(terminateAll, IDLE_MS).unref()
  }

  /** Undefined when no thread could be started; the task has failed then. */
  function findFreeThread(
    queued: QueuedTask<Task, Outcome>,
  ): PooledThread<Task, Outcome> | 'none' | undefined {
    for (const thread of threads) if (thread.current === undefined) return thread
    if (threads.size >= size) return 'none'
    try {
      return addThread()
    } catch (error) {
      queued.settle(failed(`no thread could be started: ${String(error)}`))
      return undefined
    }
  }

  function addThread(): PooledThread<Task, Outcome> {
    const data = createThreadData()
    const worker = startThread(data)
    const thread: PooledThread<Task, Outcome> = { worker, data, current: undefined, deadlines: [] }
    let cause = ''
    worker.on('message', (outcome: Outcome) => release(thread, outcome))
    worker.on('error', (error) => (cause = `: ${String(error)}`))
    worker.on('exit', (code) => {
      threads.delete(thread)
      release(thread, { ...failed(`a thread ended with code ${code}${cause}`), hasEndedThread: true })
    })
    threads.add(thread)
    return thread
  }

  function release(thread: PooledThread<Task, Outcome>, outcome: Outcome | ThreadFailure): void {
    const settled = thread.current
    thread.deadlines.splice(0).forEach(clearTimeout)
    thread.current = undefined
    thread.worker.unref()
    settled?.settle(outcome)
    dispatch()
  }

  /**
   * On a busy machine, a thread runs for only part of the time, which says nothing about its task. The thread is given
   * longer then, but not forever.
   */
  function setDeadlines(thread: PooledThread<Task, Outcome>, milliseconds: number): void {
    const { current } = thread
    const usedBefore = cpuMsOf(thread.worker)
    const check = async () => {
      const used = (await cpuMsOf(thread.worker)) - (await usedBefore)
      if (thread.current !== current) return
      if (used >= milliseconds) terminate(thread)
      else checkAfter(Math.max(milliseconds - used, 100))
    }
    const checkAfter = (pause: number) => thread.deadlines.push(setTimeout(() => void check(), pause))
    checkAfter(milliseconds)
    thread.deadlines.push(setTimeout(() => terminate(thread), milliseconds * maxDelay))
  }

  /** Its task settles when the thread has exited. The thread leaves the pool at once, so that it gets no other task. */
  function terminate(thread: PooledThread<Task, Outcome>): void {
    threads.delete(thread)
    void terminateThread(thread.worker, thread.data)
  }

  function terminateAll(): void {
    for (const thread of threads) terminate(thread)
  }

  function cancel(queued: QueuedTask<Task, Outcome>): void {
    const position = queue.indexOf(queued)
    if (position >= 0) {
      queue.splice(position, 1)
      queued.settle(failed('the task was cancelled'))
      return
    }
    for (const thread of threads) if (thread.current === queued) terminate(thread)
  }

  const run: RunTask<Task, Outcome> = (task, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve(failed('the task was cancelled'))
      const onAbort = () => cancel(queued)
      const settle = (outcome: Outcome | ThreadFailure) => {
        signal?.removeEventListener('abort', onAbort)
        resolve(outcome)
      }
      const queued = { task, settle }
      signal?.addEventListener('abort', onAbort, { once: true })
      queue.push(queued)
      dispatch()
    })
  const warmUp = () => {
    try {
      while (threads.size < size) addThread().worker.unref()
    } catch {
      // The task that needs the thread reports the failure.
    }
    dispatch()
  }
  const load = () => ({
    busy: [...threads].filter((thread) => thread.current !== undefined).length,
    waiting: queue.length,
  })
  return { size, run, warmUp, load }
}

const failed = (message: string): ThreadFailure => ({ kind: 'failed', message })
