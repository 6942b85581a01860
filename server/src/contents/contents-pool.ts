import { Worker } from 'node:worker_threads'

import { openThreadPool } from '../archive/thread-pool.ts'
import type { ThreadPool } from '../archive/thread-pool.ts'
import type { ContentsOutcome, ContentsTask, ReadTask } from './contents-tasks.ts'

const startThread = (heapMb: number) => () =>
  new Worker(new URL('./contents-worker.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: heapMb },
  })

/** Builds are untrusted input, so they are read in a thread with its own heap limit and deadline, one at a time. */
export const readingPool: ThreadPool<ReadTask, ContentsOutcome> = openThreadPool(startThread(256), {
  size: 1,
  deadlineMs: 30_000,
  transfer: ({ port }) => [port],
})

/**
 * Stored contents may take megabytes to parse: requests that need them do not hold up others. All that is done with them
 * takes linear time, about a second for the largest; the deadline is for what nobody has foreseen.
 */
export const queryPool: ThreadPool<ContentsTask, ContentsOutcome> = openThreadPool(startThread(160), {
  size: 1,
  deadlineMs: 8_000,
})
