import { execFile } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk in memory that can be full. */
export interface SmallDisk {
  fill(): Promise<void>
  free(): Promise<void>
  close(): Promise<void>
}

const bytes = 2 * 1024 ** 3
/** Enough for a few uploads, so that some of them fail in the middle. */
const leftBytes = 256 * 1024

/** Mounted at the folder; undefined where mounting is not allowed. */
export async function openSmallDisk(folder: string): Promise<SmallDisk | undefined> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'plinth-faults', folder])
  } catch {
    return undefined
  }
  const resize = (size: number) => run('mount', ['-o', `remount,size=${size}`, folder])
  return {
    async fill() {
      const { blocks, bfree, bsize } = await statfs(folder)
      const usedBytes = (blocks - bfree) * bsize
      // Refused if more was written meanwhile.
      await resize(usedBytes + leftBytes).catch(() => resize(usedBytes + 16 * leftBytes))
    },
    free: async () => void (await resize(bytes)),
    close: async () => void (await run('umount', ['--lazy', folder])),
  }
}
