import { Worker } from 'node:worker_threads'

import { openThreadPool } from '../thread-pool.ts'
import type { ThreadFailure } from '../thread-pool.ts'
import type { CompressedEntry, CompressTask } from './compress-entry.ts'

export type CompressOutcome = ({ kind: 'compressed'; cpuSeconds: number } & CompressedEntry) | ThreadFailure

/** Buffers live outside this heap. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 }

/** One thread with the lowest priority. The deadline is long, because on a busy machine it hardly gets any time. */
export const compressPool = openThreadPool<CompressTask, CompressOutcome>(
  (workerData) =>
    new Worker(new URL('./compress-worker.ts', import.meta.url), { workerData, resourceLimits }),
  { size: 1, deadlineMs: 10 * 60_000 },
)
