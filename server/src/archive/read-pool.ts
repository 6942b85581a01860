import { Worker } from 'node:worker_threads'

import type { BuildFacts } from './build-facts.ts'
import type { ArchiveLimits } from './limits.ts'
import type { PlannedArchive } from './plan-archive.ts'
import type { ArchiveRefusalCode } from './refusal.ts'
import { openThreadPool } from './thread-pool.ts'
import type { ThreadFailure } from './thread-pool.ts'

/** The directory of an archive is read before verification, the metadata of its build afterwards. */
export type ReadTask =
  | { kind: 'plan'; fd: number; limits: ArchiveLimits; needsIndexHtml: boolean }
  | { kind: 'describe'; fd: number; index: PlannedArchive['index'] }

export type ReadOutcome =
  | { kind: 'planned'; planned: PlannedArchive }
  | { kind: 'described'; build: BuildFacts }
  | { kind: 'refused'; code: ArchiveRefusalCode; detail: string }
  | ThreadFailure

/**
 * Names and JSON are untrusted input, so they are read in a thread with its own heap limit and deadline. Two archives
 * at a time: however many are published, reading takes the memory of two, and a large archive does not hold up the next one.
 * The heap fits what the limits of directories and of scan-json.ts let through; the deadline catches what they do not foresee.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 192 }

export const readPool = openThreadPool<ReadTask, ReadOutcome>(
  (workerData) => new Worker(new URL('./read-worker.ts', import.meta.url), { workerData, resourceLimits }),
  { size: 2, deadlineMs: 20_000 },
)
