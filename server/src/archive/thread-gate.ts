import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, workerData } from 'node:worker_threads'
import type { Worker } from 'node:worker_threads'

/**
 * Node aborts the whole process when a thread is terminated while it creates a zlib stream ("close before init"), and
 * threads are terminated whenever a build takes too long or the portal stops. Each thread therefore has a gate, which it
 * closes while it creates streams. Whoever terminates the thread waits for the gate to open and locks it first.
 */
export interface ThreadData {
  gate: Int32Array<SharedArrayBuffer>
}

const [open, closed, locked] = [0, 1, 2]

const retryMs = 2

export const createThreadData = (): ThreadData => ({ gate: new Int32Array(new SharedArrayBuffer(4)) })

export async function terminateThread(worker: Worker, { gate }: ThreadData): Promise<void> {
  // One that has ended may have left its gate closed.
  while (worker.threadId !== -1 && Atomics.compareExchange(gate, 0, open, locked) === closed)
    await sleep(retryMs, undefined, { ref: false })
  await worker.terminate()
}

const ownGate = isMainThread ? undefined : (workerData as Partial<ThreadData> | null)?.gate

/** Does something that a termination of this thread must not interrupt. */
export function withoutTermination<T>(work: () => T): T {
  if (!ownGate) return work()
  // A locked gate never opens again: the thread waits for its end.
  while (Atomics.compareExchange(ownGate, 0, open, closed) === locked) Atomics.wait(ownGate, 0, locked)
  try {
    return work()
  } finally {
    Atomics.store(ownGate, 0, open)
  }
}
