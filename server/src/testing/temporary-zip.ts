import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { decodeIndex } from '../archive/archive-index.ts'
import type { ArchiveIndex } from '../archive/archive-index.ts'
import { readArchive } from '../archive/ingest-archive.ts'
import { defaultArchiveLimits } from '../archive/limits.ts'

/** Writes the bytes to a temporary file and removes it after the work. */
export async function withZipFile<Result>(
  zip: Buffer,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-zip-'))
  try {
    const path = join(folder, 'upload.zip')
    await writeFile(path, zip)
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function withOpenZip<Result>(
  zip: Buffer,
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  return withZipFile(zip, async (path) => {
    const handle = await open(path)
    try {
      return await work(handle)
    } finally {
      await handle.close()
    }
  })
}

/** The index of a valid zip. */
export async function indexOf(handle: FileHandle): Promise<ArchiveIndex> {
  return decodeIndex((await readArchive(handle, defaultArchiveLimits)).index)
}
