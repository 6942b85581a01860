import { statfsSync } from 'node:fs'

import type { Registry } from './registry.ts'

/** How much this user may still write to each folder; nothing about a folder that is not there (yet). */
export function observeDisk({ observe }: Registry, folders: Readonly<Record<string, string>>): void {
  const help = 'Bytes that can still be written, by folder: `data` (PLINTH_DATA) or `cache` (PLINTH_CACHE).'
  observe('gauge', 'plinth_disk_free_bytes', help, () =>
    Object.entries(folders).flatMap(([folder, path]) => {
      const bytes = freeBytes(path)
      return bytes === undefined ? [] : [[{ folder }, bytes] as const]
    }),
  )
}

function freeBytes(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return undefined
  }
}
