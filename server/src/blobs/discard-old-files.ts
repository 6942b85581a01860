import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes files not modified since `before` and returns how many. Safe to run concurrently. */
export async function discardOldFiles(folder: string, before: Date): Promise<number> {
  let discarded = 0
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  for await (const { name } of entries ?? []) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => undefined)
    if (!facts || facts.mtime >= before) continue
    await rm(path, { force: true })
    discarded += 1
  }
  return discarded
}
