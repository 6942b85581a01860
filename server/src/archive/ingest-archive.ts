import { open } from 'node:fs/promises'

import { unknownFacts } from './build-facts.ts'
import type { BuildFacts } from './build-facts.ts'
import type { OpenFile } from './file-source.ts'
import { defaultArchiveLimits } from './limits.ts'
import type { ArchiveLimits } from './limits.ts'
import { completeIndex } from './plan-archive.ts'
import type { PlannedArchive, StoredIndex } from './plan-archive.ts'
import { readPool } from './read-pool.ts'
import { ArchiveRefusal } from './refusal.ts'
import { verifyEntries } from './verify-entries.ts'
import { verifyPool } from './verify-pool.ts'

export interface IngestedArchive extends StoredIndex {
  build: BuildFacts
  /** Why the build could not be described; undefined when it could. */
  failure: string | undefined
  fileCount: number
  unpackedBytes: number
}

interface ReadOptions {
  signal?: AbortSignal | undefined
  /** Refuses an archive without index.html, before the expensive verification. */
  needsIndexHtml?: boolean
}

/**
 * Reads, verifies and describes a zip on disk, so that it can be served.
 * Throws ArchiveRefusal for an invalid zip, the signal's reason when aborted, and other errors for failures of ours.
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

/** Starts the threads while an upload is being received, so that they are ready when it is complete. */
export function warmUpThreads(): void {
  readPool.warmUp()
  verifyPool.warmUp()
}

/** Like `ingestArchive`, for an open file; index.html is required only with `needsIndexHtml`. Only threads read its bytes. */
export async function readArchive(
  file: OpenFile,
  limits: ArchiveLimits,
  { signal, needsIndexHtml = false }: ReadOptions = {},
): Promise<IngestedArchive> {
  const planned = await plan(file, limits, needsIndexHtml, signal)
  await verifyEntries(file, planned, signal)
  const stored = completeIndex(planned)
  const { build, failure } = await describe(file, planned, signal)
  return {
    ...stored,
    build,
    failure,
    fileCount: planned.positions.length,
    unpackedBytes: planned.unpackedBytes,
  }
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

/** Never fails: a build that cannot be read is published without metadata. */
async function describe(
  { fd }: OpenFile,
  { index, isStorybook }: PlannedArchive,
  signal: AbortSignal | undefined,
): Promise<Pick<IngestedArchive, 'build' | 'failure'>> {
  if (!isStorybook) return { build: { kind: 'site', ...unknownFacts }, failure: undefined }
  const outcome = await readPool.run({ kind: 'describe', fd, index }, signal)
  signal?.throwIfAborted()
  if (outcome.kind === 'described') return { build: outcome.build, failure: undefined }
  const failure = outcome.kind === 'failed' ? outcome.message : outcome.kind
  return { build: { kind: 'storybook', ...unknownFacts }, failure }
}
