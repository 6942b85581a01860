import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

import { isJunk } from '@plinth/contract/site-files.ts'

import { Failure } from './failure.ts'

export interface FolderFile {
  /** Its name in the zip: relative, with slashes. */
  path: string
  location: string
  size: number
}

/** All files below the folder, in the same order on every machine. */
export async function listFiles(folder: string): Promise<FolderFile[]> {
  const root = await realpath(folder)
  const files: FolderFile[] = []

  const visit = async (location: string, path: string, ancestors: readonly string[]) => {
    const entries = await readdir(location, { withFileTypes: true })
    for (const entry of entries) {
      const entryPath = path + entry.name
      if (isJunk(entry.isDirectory() ? `${entryPath}/` : entryPath)) continue
      const found = await resolveEntry(join(location, entry.name), entryPath, entry)
      if (found.isFolder) {
        if (ancestors.includes(found.location)) throw circularLink(entryPath)
        await visit(found.location, `${entryPath}/`, [...ancestors, found.location])
      } else if (found.size !== undefined) {
        files.push({ path: entryPath, location: found.location, size: found.size })
      }
    }
  }

  /** Follows links inside the folder. A link out of it could publish any file of this machine. */
  const resolveEntry = async (location: string, path: string, entry: Dirent) => {
    const target = entry.isSymbolicLink() ? await realpath(location).catch(() => undefined) : location
    if (target === undefined) {
      throw new Failure('notABuild', `The link ${path} is broken: remove it or build again.`)
    }
    if (target !== root && !target.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw new Failure(
        'notABuild',
        `The link ${path} points outside the folder: copy the file instead of linking to it.`,
      )
    }
    const stats = await stat(target)
    return {
      location: target,
      isFolder: stats.isDirectory(),
      size: stats.isFile() ? stats.size : undefined,
    }
  }

  await visit(root, '', [root])
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

const circularLink = (path: string) =>
  new Failure('notABuild', `The link ${path} points to a folder that contains it: remove it.`)
