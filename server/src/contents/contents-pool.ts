import { Worker } from 'node:worker_threads'

import type { ThreadData } from '../archive/thread-gate.ts'
import { openThreadPool } from '../archive/thread-pool.ts'
import { shareThreads } from '../shared/shared-threads.ts'
import type { SharedThreads } from '../shared/shared-threads.ts'
import type { ContentsOutcome, ContentsTask, ReadTask } from './contents-tasks.ts'

const startThread = (heapMb: number) => (workerData: ThreadData) =>
  new Worker(new URL('./contents-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: heapMb },
  })

/** Builds are untrusted input, so they are read in a thread with its own heap limit and deadline, one at a time. */
export const readingThread: SharedThreads<ReadTask, ContentsOutcome> = shareThreads(
  openThreadPool(startThread(256), { size: 1, deadlineMs: 30_000, transfer: ({ port }) => [port] }),
)

/**
 * Stored contents may take megabytes to parse: requests that need them do not hold up others. An account has one task in
 * progress, whether somebody waits for it or it is done in the background; others find the second thread free. All that is
 * done takes linear time, about a second for the largest contents; the deadline is for what nobody has foreseen.
 */
export const queryThreads: SharedThreads<ContentsTask, ContentsOutcome> = shareThreads(
  openThreadPool(startThread(160), { size: 2, deadlineMs: 8_000 }),
)
