import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export const copySuffix = '.zip'
export const unfinishedSuffix = '.part'

interface FoundCopy {
  key: string
  bytes: number
  usedAt: number
}

/** The copies an earlier process left in the cache, least recently used first. Removes unfinished ones. */
export async function listCopies(folder: string): Promise<FoundCopy[]> {
  await mkdir(folder, { recursive: true })
  const found: FoundCopy[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (name.endsWith(unfinishedSuffix)) await rm(path, { force: true })
    if (!name.endsWith(copySuffix)) continue
    const { size, atimeMs } = await stat(path)
    found.push({ key: name.slice(0, -copySuffix.length), bytes: size, usedAt: atimeMs })
  }
  return found.toSorted((a, b) => a.usedAt - b.usedAt)
}
