import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

import type { ArchiveRefusalCode } from './refusal.ts'
import { openPool } from './thread-pool.ts'
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

/** Each thread has its price in memory; more than a few gain little, since the file is read only so fast. */
export const poolSize = Math.min(availableParallelism(), 4)

const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 }

/** Verifications that each submit a little at a time share the threads evenly. */
export const verifyPool = openPool<VerifyTask, VerifyOutcome>(
  () => new Worker(new URL('./verify-worker.ts', import.meta.url), { resourceLimits }),
  { size: poolSize },
)
