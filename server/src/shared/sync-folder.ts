import { open } from 'node:fs/promises'

/** A new name is durable only after its folder has been synced. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
