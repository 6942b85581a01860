import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

import type { Registry } from './metrics/registry.ts'

/** No room on the disk, within a quota, within the size a file may have, or on the disk of PostgreSQL. */
const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** Whether this failed for want of room, here or further down. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return fullCodes.has((error as NodeJS.ErrnoException).code) || isStorageFull(error.cause)
}

/** The bytes that may still be written below a folder, which need not be there yet. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const parent = dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error
    return freeBytes(parent)
  }
}

const everyMs = 10_000

/** Looked at now and then: asking for metrics must not wait for a disk that has gone away. */
export function observeDisks({ observe }: Registry, folders: Record<string, string>): () => void {
  const known = new Map<string, number>()
  const asked = new Set<string>()
  const look = () => {
    for (const [name, path] of Object.entries(folders)) {
      if (asked.has(name)) continue
      asked.add(name)
      freeBytes(path)
        .then(
          (bytes) => known.set(name, bytes),
          () => known.delete(name),
        )
        .finally(() => asked.delete(name))
    }
  }
  look()
  const looking = setInterval(look, everyMs).unref()
  const help =
    'Bytes that can still be written, by folder: `data` (PLINTH_DATA), `cache` (PLINTH_CACHE) or `blobs` (PLINTH_BLOBS).'
  observe('gauge', 'plinth_disk_free_bytes', help, () =>
    [...known].map(([folder, bytes]) => [{ folder }, bytes] as const),
  )
  return () => clearInterval(looking)
}
