import { open } from 'node:fs/promises'

import { unsaid } from './build-facts.ts'
import type { BuildFacts } from './build-facts.ts'
import type { OpenFile } from './file-source.ts'
import { defaultArchiveLimits } from './limits.ts'
import type { ArchiveLimits } from './limits.ts'
import { completeIndex } from './plan-archive.ts'
import type { PlannedArchive } from './plan-archive.ts'
import { readPool } from './read-pool.ts'
import { ArchiveRefusal } from './refusal.ts'
import { verifyEntries } from './verify-entries.ts'
import { verifyPool } from './verify-pool.ts'

export interface IngestedArchive {
  /** encoded */
  index: Buffer
  build: BuildFacts
  /** Why the build was not described, where reading it failed. */
  failure: string | undefined
  fileCount: number
  unpackedBytes: number
}

interface ReadOptions {
  signal?: AbortSignal | undefined
  /** Refuses an archive that is no site before the costly verification begins. */
  needsIndexHtml?: boolean
}

/**
 * Everything between a zip on disk and a version that may be served: read, verified, normalised, described.
 * Throws ArchiveRefusal where the zip is at fault, the signal's reason when aborted, other errors where we are.
 */
export async function ingestArchive(
  path: string,
  limits: ArchiveLimits = defaultArchiveLimits,
  signal?: AbortSignal,
): Promise<IngestedArchive> {
  signal?.throwIfAborted()
  const handle = await open(path, 'r')
  try {
    return await readArchive(handle, limits, { signal, needsIndexHtml: true })
  } finally {
    await handle.close()
  }
}

/** Starts the threads ahead of need: called when an upload begins, they are ready when it has arrived. */
export function warmUpThreads(): void {
  readPool.warmUp()
  verifyPool.warmUp()
}

/** The same for any sound archive. All that looks at its bytes runs in other threads; this one only waits for them. */
export async function readArchive(
  file: OpenFile,
  limits: ArchiveLimits,
  { signal, needsIndexHtml = false }: ReadOptions = {},
): Promise<IngestedArchive> {
  const planned = await plan(file, limits, needsIndexHtml, signal)
  await verifyEntries(file, planned, signal)
  const index = completeIndex(planned)
  const { build, failure } = await describe(file, planned, signal)
  return { index, build, failure, fileCount: planned.positions.length, unpackedBytes: planned.unpackedBytes }
}

async function plan(
  { fd }: OpenFile,
  limits: ArchiveLimits,
  needsIndexHtml: boolean,
  signal: AbortSignal | undefined,
): Promise<PlannedArchive> {
  const outcome = await readPool.run({ kind: 'plan', fd, limits, needsIndexHtml }, signal)
  signal?.throwIfAborted()
  if (outcome.kind === 'planned') return outcome.planned
  if (outcome.kind === 'refused') throw new ArchiveRefusal(outcome.code, outcome.detail)
  throw new Error(outcome.kind === 'failed' ? outcome.message : 'the directory was not read')
}

/** Never fails: a build that is too much to read says nothing about itself, and is published all the same. */
async function describe(
  { fd }: OpenFile,
  { index, isStorybook }: PlannedArchive,
  signal: AbortSignal | undefined,
): Promise<Pick<IngestedArchive, 'build' | 'failure'>> {
  if (!isStorybook) return { build: { kind: 'site', ...unsaid }, failure: undefined }
  const outcome = await readPool.run({ kind: 'describe', fd, index }, signal)
  signal?.throwIfAborted()
  if (outcome.kind === 'described') return { build: outcome.build, failure: undefined }
  const failure = outcome.kind === 'failed' ? outcome.message : outcome.kind
  return { build: { kind: 'storybook', ...unsaid }, failure }
}
