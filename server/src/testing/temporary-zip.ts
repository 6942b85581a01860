import { mkdtemp, open, rm, unlink, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { decodeIndex } from '../archive/archive-index.ts'
import type { ArchiveIndex } from '../archive/archive-index.ts'
import { readArchive } from '../archive/ingest-archive.ts'
import { defaultArchiveLimits } from '../archive/limits.ts'
import { afterTestFile } from './clean-up.ts'

let folder: Promise<string> | undefined
let count = 0

/** One folder for all zips of a test file: some tests write thousands. */
function folderForZips(): Promise<string> {
  folder ??= mkdtemp(join(tmpdir(), 'plinth-zip-')).then((path) => {
    afterTestFile(async () => {
      folder = undefined
      await rm(path, { recursive: true, force: true })
    })
    return path
  })
  return folder
}

/** Writes the bytes to a temporary file and removes it after the work. */
export async function withZipFile<Result>(
  zip: Buffer,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  count += 1
  const path = join(await folderForZips(), `${count}.zip`)
  await writeFile(path, zip)
  try {
    return await work(path)
  } finally {
    await unlink(path)
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
