import type { Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

/** Opens a file for reading. If its size and times cannot be read, it is closed again. */
export async function openFile(path: string): Promise<{ handle: FileHandle; stats: Stats }> {
  const handle = await open(path, 'r')
  try {
    return { handle, stats: await handle.stat() }
  } catch (error) {
    await handle.close()
    throw error
  }
}
