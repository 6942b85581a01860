import { isJunk, missingIndex, siteRoot, tooManyFiles } from '@plinth/contract/site-files.ts'

import type { DirectoryEntry } from './central-directory.ts'
import { checkName } from './entry-names.ts'
import type { ArchiveLimits } from './limits.ts'
import { ArchiveRefusal, quoteName } from './refusal.ts'

/** An entry that will be served, and the path it is served under. */
export interface SiteFile {
  path: string
  /** its place among the directory's entries */
  position: number
}

/** Drops what is no file of the site, strips one common root folder, and refuses names that cannot live together. */
export function arrangeFiles(entries: readonly DirectoryEntry[], limits: ArchiveLimits): SiteFile[] {
  const files: SiteFile[] = []
  for (const [position, { name, isFolder }] of entries.entries()) {
    if (!isFolder && !isJunk(name)) files.push({ path: name, position })
  }
  if (files.length > limits.files) {
    throw new ArchiveRefusal('archive_too_many_files', tooManyFiles(files.length, limits.files))
  }
  const root = siteRoot(files.map(({ path }) => path))
  if (root !== '') {
    for (const file of files) {
      file.path = file.path.slice(root.length)
      // Without its first folder a name may begin with something else that is refused, such as a drive.
      checkName(file.path, limits.nameBytes)
    }
  }
  const folders = entries.filter(({ isFolder, name }) => isFolder && !isJunk(name))
  checkTogether(
    files,
    folders.map(({ name }) => (name.startsWith(root) ? name.slice(root.length) : name)),
  )
  return files
}

/** What case-blind or normalising systems, and people, take for the same name. */
function foldName(name: string): string {
  // Nearly all names are ASCII, and ASCII needs no normalisation.
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase()
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

function checkTogether(files: readonly SiteFile[], folders: readonly string[]): void {
  const byFold = new Map<string, string>()
  for (const { path } of files) {
    const fold = foldName(path)
    const other = byFold.get(fold)
    if (other === path) {
      throw new ArchiveRefusal(
        'archive_name_duplicate',
        `The name ${quoteName(path)} is in this zip twice. Zip it anew.`,
      )
    }
    if (other !== undefined) {
      throw new ArchiveRefusal(
        'archive_name_collision',
        `The names ${quoteName(other)} and ${quoteName(path)} differ only in case or in how their characters are written. Rename one.`,
      )
    }
    byFold.set(fold, path)
  }
  checkFolders(byFold, folders)
}

/**
 * No folder on the way to a name may be the name of a file. With a slash after each, what a file would contain sorts
 * right behind it; looking up every folder of every name would take time with the square of how deep names are.
 */
function checkFolders(byFold: ReadonlyMap<string, string>, folders: readonly string[]): void {
  const names = new Map<string, string>()
  // A folder's own entry gets a second slash: it is no file, and sorts behind a file of that name.
  for (const folder of folders) names.set(`${foldName(folder)}/`, folder)
  for (const [fold, file] of byFold) names.set(`${fold}/`, file)
  const sorted = [...names.keys()].toSorted()
  for (const [position, key] of sorted.entries()) {
    const next = sorted[position + 1]
    if (next === undefined || key.endsWith('//') || !next.startsWith(key)) continue
    const [file = '', name = ''] = [names.get(key), names.get(next)]
    throw new ArchiveRefusal(
      'archive_name_file_and_folder',
      `The name ${quoteName(file)} is a file, and in ${quoteName(name)} it is a folder. Rename one.`,
    )
  }
}

/** A site begins with index.html; the refusal says where the zip went wrong. */
export function requireIndex(files: readonly SiteFile[]): void {
  if (files.some(({ path }) => path === 'index.html')) return
  if (files.length === 0) throw new ArchiveRefusal('archive_empty')
  throw new ArchiveRefusal('archive_no_index', missingIndex(files.map(({ path }) => path)))
}
