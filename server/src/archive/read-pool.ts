import { Worker } from 'node:worker_threads'

import type { BuildFacts } from './build-facts.ts'
import type { ArchiveLimits } from './limits.ts'
import type { PlannedArchive } from './plan-archive.ts'
import type { ArchiveRefusalCode } from './refusal.ts'
import { openPool } from './thread-pool.ts'
import type { ThreadFailure } from './thread-pool.ts'

/** Before an archive is verified its directory is read, and after that what the build says about itself. */
export type ReadTask =
  | { kind: 'plan'; fd: number; limits: ArchiveLimits; needsIndexHtml: boolean }
  | { kind: 'describe'; fd: number; index: PlannedArchive['index'] }

export type ReadOutcome =
  | { kind: 'planned'; planned: PlannedArchive }
  | { kind: 'described'; build: BuildFacts }
  | { kind: 'refused'; code: ArchiveRefusalCode; detail: string }
  | ThreadFailure

/**
 * Names and JSON are whatever the author of a build wrote, so they are read in a thread with a heap and a deadline of its
 * own. One archive at a time: however many are published, this takes the memory of one. The heap holds what the
 * limits of a directory and of scan-json.ts let through; the deadline is for what they do not foresee.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 192 }

export const readPool = openPool<ReadTask, ReadOutcome>(
  () => new Worker(new URL('./read-worker.ts', import.meta.url), { resourceLimits }),
  { size: 1, deadlineMs: 20_000 },
)
