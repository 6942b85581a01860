import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

import type { ArchiveRefusalCode } from './refusal.ts'
import { openThreadPool } from './thread-pool.ts'
import type { ThreadFailure } from './thread-pool.ts'
import type { VerifyPlan } from './verify-plan.ts'
import type { EntryRange } from './verify-range.ts'

export interface VerifyTask {
  fd: number
  plan: VerifyPlan
  range: EntryRange
}

export type VerifyOutcome =
  | { kind: 'done' }
  | { kind: 'refused'; code: ArchiveRefusalCode; detail: string }
  | ThreadFailure

/** Each thread costs memory, and more than a few gain little: reading the file becomes the bottleneck. */
export const poolSize = Math.min(availableParallelism(), 4)

/** Small, so that the inflate streams of small entries, which only a full collection frees, do not pile up. */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 24 }

/** Each verification submits a few ranges at a time, so concurrent ones share the threads evenly. */
export const verifyPool = openThreadPool<VerifyTask, VerifyOutcome>(
  (workerData) => new Worker(new URL('./verify-worker.ts', import.meta.url), { workerData, resourceLimits }),
  { size: poolSize },
)
