import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

import type { Registry } from './metrics/registry.ts'

/** Disk full, quota exceeded, file too large, and PostgreSQL's disk full. */
const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** Whether the error, or one that caused it, says that there is no space left. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return fullCodes.has((error as NodeJS.ErrnoException).code) || isStorageFull(error.cause)
}

/** The bytes that can still be written to a folder, which need not exist yet. */
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

const measureEveryMs = 10_000

/** Measured in the background, so that a scrape never waits for a disk that does not respond. */
export function observeDisks({ observe }: Registry, folders: Record<string, string>): () => void {
  const measured = new Map<string, number>()
  const pending = new Set<string>()
  const measure = () => {
    for (const [name, path] of Object.entries(folders)) {
      if (pending.has(name)) continue
      pending.add(name)
      freeBytes(path)
        .then(
          (bytes) => measured.set(name, bytes),
          () => measured.delete(name),
        )
        .finally(() => pending.delete(name))
    }
  }
  measure()
  const timer = setInterval(measure, measureEveryMs).unref()
  const help =
    'Free disk space in bytes, by folder: `data` (PLINTH_DATA), `cache` (PLINTH_CACHE) or `blobs` (PLINTH_BLOBS).'
  observe('gauge', 'plinth_disk_free_bytes', help, () =>
    [...measured].map(([folder, bytes]) => [{ folder }, bytes] as const),
  )
  return () => clearInterval(timer)
}
