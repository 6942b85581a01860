import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, link, mkdir, open, opendir, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'

import { fileSource } from '../archive/file-source.ts'
import { StartupError } from '../startup-error.ts'
import type { BlobStore } from './blob-store.ts'

const suffix = '.zip'

/** Archives as files of one folder, drafts in another beside it on the same disk. */
export async function filesystemBlobs(folder: string): Promise<BlobStore> {
  const archives = join(folder, 'archives')
  const drafts = join(folder, 'drafts')
  const pathOf = (key: string) => join(archives, key + suffix)
  const probe = () => access(archives, constants.R_OK | constants.W_OK | constants.X_OK)
  try {
    await mkdir(archives, { recursive: true })
    await mkdir(drafts, { recursive: true })
    await probe()
    await syncFolder(folder)
  } catch (cause) {
    throw new StartupError(`The folder for archives ${folder} cannot be written to: check PLINTH_BLOBS.`, {
      cause,
    })
  }
  return {
    probe,
    draft: async () => join(drafts, randomUUID()),

    async commit(draft, key) {
      await syncFile(draft)
      // A hard link takes a name only if it is free; a rename would replace what is there.
      await link(draft, pathOf(key))
      await syncFolder(archives)
      await unlink(draft)
    },

    discard: (draft) => rm(draft, { force: true }),

    async open(key) {
      const handle = await open(pathOf(key), 'r')
      return { source: fileSource(handle), close: () => handle.close() }
    },

    delete: (key) => rm(pathOf(key), { force: true }),

    async *list() {
      for await (const { name } of await opendir(archives)) {
        if (!name.endsWith(suffix)) continue
        const { mtime } = await stat(join(archives, name))
        yield { key: name.slice(0, -suffix.length), writtenAt: mtime }
      }
    },

    async discardAbandoned(before) {
      let discarded = 0
      for await (const { name } of await opendir(drafts)) {
        const path = join(drafts, name)
        const { mtime } = await stat(path)
        if (mtime >= before) continue
        await rm(path, { force: true })
        discarded += 1
      }
      return discarded
    },
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A new name is durable only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
