import { execFile } from 'node:child_process'
import { access, mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A file system of its own, in a file that holds exactly what has been written through to the disk. */
export interface Disk {
  /** Where it is mounted. */
  folder: string
  /** Continues with what is on the disk now: whatever is only in memory, and was never synced, is gone. */
  losePower(endProcesses: () => Promise<void>): Promise<void>
  remove(): Promise<void>
}

/** Sparse: only what is written takes space. */
const imageBytes = 1024 ** 3

/**
 * As little as possible is written without being asked for: no journal commit every 5 seconds, and no early writes for
 * programs that forget to sync what they rename.
 */
const options = 'loop,commit=600,noauto_da_alloc'

export async function createDisk(parent: string): Promise<Disk> {
  const image = join(parent, 'disk.img')
  const folder = join(parent, 'disk')
  await mkdir(folder)
  await writeFile(image, '')
  await truncate(image, imageBytes)
  await run('mkfs.ext4', ['-q', image])
  const mount = () => run('mount', ['-o', options, image, folder])
  await mount()
  return {
    folder,
    async losePower(endProcesses) {
      const copy = `${image}.copy`
      await run('cp', ['--sparse=always', image, copy])
      await endProcesses()
      await unmount(folder)
      await rename(copy, image)
      await mount()
    },
    async remove() {
      await unmount(folder)
      await rm(image)
    },
  }
}

/** A process that has just ended may still hold it. */
async function unmount(folder: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await run('umount', [folder])
      return
    } catch (error) {
      if (tries === 100) throw error
      await sleep(50)
    }
  }
}

/** Why there can be no such disk here; undefined if there can be. */
export async function whyNoDisk(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root can mount file systems'
  try {
    await access('/dev/loop-control')
    await run('mkfs.ext4', ['-V'])
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
