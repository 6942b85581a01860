import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, link, mkdir, open, opendir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

import { fileSource } from '../archive/file-source.ts'
import { freeBytes } from '../operations/disk-space.ts'
import { restrict } from '../operations/private-files.ts'
import { openFile } from '../shared/open-file.ts'
import { reached } from '../shared/publish-steps.ts'
import { StartupError } from '../shared/startup-error.ts'
import { syncFolder } from '../shared/sync-folder.ts'
import { archiveKind, assertKey, BlobMissing, BlobTaken, ownerName } from './blob-store.ts'
import type { BlobKind, BlobStore } from './blob-store.ts'
import { discardOldFiles } from './discard-old-files.ts'

interface FilesystemOptions {
  kind?: BlobKind
  setting?: string
  isWritten?: boolean
}

/** Blobs as files in one folder, drafts in another on the same disk. */
export async function filesystemBlobs(
  folder: string,
  { kind = archiveKind, setting = 'PLINTH_BLOBS', isWritten = true }: FilesystemOptions = {},
): Promise<BlobStore> {
  const { suffix } = kind
  const blobs = join(folder, kind.folder)
  const drafts = join(folder, 'drafts')
  const mark = join(folder, ownerName)
  const pathOf = (key: string) => {
    assertKey(key)
    return join(blobs, key + suffix)
  }
  const needed = isWritten ? constants.R_OK | constants.W_OK | constants.X_OK : constants.R_OK
  const probe = () => access(blobs, needed)
  try {
    if (isWritten) {
      for (const each of [blobs, drafts]) {
        await mkdir(each, { recursive: true, mode: 0o700 })
        restrict(each)
      }
    }
    await probe()
    if (isWritten) await syncFolder(folder)
  } catch (cause) {
    const verb = isWritten ? 'written to' : 'read'
    throw new StartupError(`The folder ${folder} cannot be ${verb}: check ${setting}.`, { cause })
  }
  return {
    probe,
    draft: async () => join(drafts, randomUUID()),

    async commit(draft, key, signal) {
      signal?.throwIfAborted()
      const path = pathOf(key)
      if (await mkdir(dirname(path), { recursive: true })) await syncFolder(blobs)
      if (!(await linkDurably(draft, path))) throw new BlobTaken(key)
      await unlink(draft)
    },

    discard: (draft) => rm(draft, { force: true }),
    freeForDrafts: () => freeBytes(drafts),

    async open(key) {
      const path = pathOf(key)
      const { handle, stats } = await openFile(path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new BlobMissing(key, { cause: error }) : error
      })
      return { source: fileSource(handle), bytes: stats.size, path, close: () => handle.close() }
    },

    delete: (key) => rm(pathOf(key), { force: true }),

    async *list() {
      for await (const entry of await opendir(blobs, { recursive: true })) {
        if (!entry.isFile() || !entry.name.endsWith(suffix)) continue
        const path = join(entry.parentPath, entry.name)
        const name = relative(blobs, path).split(sep).join('/')
        // It may have been deleted since the folder was read.
        const facts = await stat(path).catch(() => undefined)
        if (!facts) continue
        const key = name.slice(0, name.length - suffix.length)
        yield { key, bytes: facts.size, writtenAt: facts.mtime }
      }
    },

    tidy: (before) => discardOldFiles(drafts, before),
    abortUnfinished: async () => 0,

    owner: () =>
      readFile(mark, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      }),

    async claim(owner) {
      await mkdir(drafts, { recursive: true })
      const draft = join(drafts, randomUUID())
      await writeFile(draft, owner)
      await linkDurably(draft, mark)
      await unlink(draft)
    },

    releaseClaim: () => rm(mark, { force: true }),
    close: async () => {},
  }
}

/** Links a file durably under its final name; false if that exists. */
async function linkDurably(draft: string, path: string): Promise<boolean> {
  await syncFile(draft)
  reached('draft synced')
  try {
    // A hard link fails if the name exists; a rename would replace the file.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  reached('archive linked')
  await syncFolder(dirname(path))
  reached('folder synced')
  return true
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
