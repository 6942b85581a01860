import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

import { isJunk } from '@plinth/contract/site-files.ts'

import { Failure } from './failure.ts'

export interface FolderFile {
  /** its name in the zip: relative, with slashes */
  path: string
  location: string
  size: number
}

/** All files below the folder, in the same order on every machine. */
export async function listFiles(folder: string): Promise<FolderFile[]> {
  const root = await realpath(folder)
  const files: FolderFile[] = []

  const visit = async (location: string, path: string, above: readonly string[]) => {
    const entries = await readdir(location, { withFileTypes: true })
    for (const entry of entries) {
      if (isJunk(path + entry.name + (entry.isDirectory() ? '/' : ''))) continue
      const found = await resolveEntry(join(location, entry.name), path + entry.name, entry)
      if (found.isFolder) {
        if (above.includes(found.location)) throw leadsBack(path + entry.name)
        await visit(found.location, `${path}${entry.name}/`, [...above, found.location])
      } else if (found.size !== undefined) {
        files.push({ path: path + entry.name, location: found.location, size: found.size })
      }
    }
  }

  /** Links inside the folder stand for what they lead to; one that leads out could publish anything of this machine. */
  const resolveEntry = async (location: string, path: string, entry: Dirent) => {
    const target = entry.isSymbolicLink() ? await realpath(location).catch(() => undefined) : location
    if (target === undefined)
      throw new Failure('notABuild', `The link ${path} leads nowhere: remove it or build again.`)
    if (target !== root && !target.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw new Failure(
        'notABuild',
        `The link ${path} leads out of the folder: copy the file instead of linking it.`,
      )
    }
    const facts = await stat(target)
    return {
      location: target,
      isFolder: facts.isDirectory(),
      size: facts.isFile() ? facts.size : undefined,
    }
  }

  await visit(root, '', [root])
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

const leadsBack = (path: string) =>
  new Failure('notABuild', `The link ${path} leads back to a folder it is in: remove it.`)
