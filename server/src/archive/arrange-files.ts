import { refuseName } from '@plinth/contract/archive-checks.ts'
import { isJunk, missingIndex, siteRoot, tooManyFiles } from '@plinth/contract/site-files.ts'

import type { DirectoryEntry } from './central-directory.ts'
import type { ArchiveLimits } from './limits.ts'
import { ArchiveRefusal, quoteName, refuse } from './refusal.ts'

/** An entry that will be served, and the path it is served under. */
export interface SiteFile {
  path: string
  /** its position among the directory's entries */
  position: number
}

/** Drops folders and junk, strips a common root folder, and refuses names that conflict. */
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
      refuse(refuseName(file.path, limits.nameBytes))
    }
  }
  const folders = entries.filter(({ isFolder, name }) => isFolder && !isJunk(name))
  checkConflicts(
    files,
    folders.map(({ name }) => (name.startsWith(root) ? name.slice(root.length) : name)),
  )
  return files
}

/** Equal for names that case-insensitive or normalising file systems, and people, take for the same. */
function foldName(name: string): string {
  // Nearly all names are ASCII, and ASCII needs no normalisation.
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase()
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

function checkConflicts(files: readonly SiteFile[], folders: readonly string[]): void {
  const byFold = new Map<string, string>()
  for (const { path } of files) {
    const fold = foldName(path)
    const other = byFold.get(fold)
    if (other === path) {
      throw new ArchiveRefusal(
        'archive_name_duplicate',
        `The name ${quoteName(path)} is in this zip twice. Zip it again.`,
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
 * Refuses a name that is both a file and a folder. With a slash appended to each name, whatever lies below a file sorts
 * right after it. Looking up every parent of every name instead would take quadratic time in the depth of names.
 */
function checkFolders(byFold: ReadonlyMap<string, string>, folders: readonly string[]): void {
  const names = new Map<string, string>()
  // A folder's own entry gets a second slash: that marks it as no file, and sorts it after a file of that name.
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

/** A site needs an index.html; the refusal says what is wrong with this zip. */
export function requireIndex(files: readonly SiteFile[]): void {
  if (files.some(({ path }) => path === 'index.html')) return
  if (files.length === 0) throw new ArchiveRefusal('archive_empty')
  throw new ArchiveRefusal('archive_no_index', missingIndex(files.map(({ path }) => path)))
}
