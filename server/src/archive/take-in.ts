import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

import type { ArchiveIndex, IndexEntry } from './archive-index.ts'
import { arrangeFiles, requireIndex } from './arrange-files.ts'
import type { SiteFile } from './arrange-files.ts'
import { readDirectory } from './central-directory.ts'
import type { Directory } from './central-directory.ts'
import { describeBuild } from './describe-build.ts'
import type { BuildFacts } from './describe-build.ts'
import { fileSource } from './file-source.ts'
import { defaultArchiveLimits } from './limits.ts'
import type { ArchiveLimits } from './limits.ts'
import { verifyEntries } from './verify-entries.ts'
import { dataOffset } from './verify-plan.ts'
import type { VerifyPlan } from './verify-plan.ts'
import { DEFLATED, STORED } from './zip-format.ts'

export interface TakenIn {
  index: ArchiveIndex
  build: BuildFacts
  fileCount: number
  unpackedBytes: number
}

/**
 * Everything between a zip on disk and a version that may be served: read, verified, normalised, described.
 * Throws ArchiveRefusal where the zip is at fault, the signal's reason when aborted, other errors where we are.
 */
export async function takeIn(
  path: string,
  limits: ArchiveLimits = defaultArchiveLimits,
  signal?: AbortSignal,
): Promise<TakenIn> {
  signal?.throwIfAborted()
  const handle = await open(path, 'r')
  try {
    const index = await readArchive(handle, limits, signal, requireIndex)
    const build = await describeBuild(fileSource(handle), index)
    let unpackedBytes = 0
    for (const { size } of index.entries.values()) unpackedBytes += size
    return { index, build, fileCount: index.entries.size, unpackedBytes }
  } finally {
    await handle.close()
  }
}

/** The index of any sound archive; `require` sees its files before the costly verification begins. */
export async function readArchive(
  handle: FileHandle,
  limits: ArchiveLimits,
  signal?: AbortSignal,
  require?: (files: readonly SiteFile[]) => void,
): Promise<ArchiveIndex> {
  const directory = await readDirectory(handle, limits)
  const files = arrangeFiles(directory.entries, limits)
  require?.(files)
  const plan = await verifyEntries(handle, directory, signal)
  return { zipBytes: directory.zipBytes, entries: indexEntries(directory, files, plan) }
}

function indexEntries(
  directory: Directory,
  files: readonly SiteFile[],
  plan: VerifyPlan,
): Map<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>()
  for (const { path, position } of files) {
    const entry = directory.entries[position]
    if (entry === undefined) continue
    const { compressedSize, size, crc32 } = entry
    const method = entry.method === STORED ? STORED : DEFLATED
    entries.set(path, { path, offset: dataOffset(plan, position), compressedSize, size, crc32, method })
  }
  return entries
}
