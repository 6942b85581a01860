import { refuseName, refuseSizes, refuseTotal, stored } from '@plinth/contract/archive-checks.ts'
import { fixedArchiveLimits } from '@plinth/contract/archive-limits.ts'
import type { Config } from '@plinth/contract/config.ts'
import { findMissing } from '@plinth/contract/page-references.ts'
import { maxZipBytes, maxZipFiles } from '@plinth/contract/zip-records.ts'

import { formatBytes } from '../shell/formats.ts'
import { texts } from '../texts/texts.ts'
import { checkFile } from './check-file.ts'
import { checkZip } from './check-zip.ts'
import { findBuild } from './read-folder.ts'
import type { Folder, FolderFile } from './read-folder.ts'
import type { ZipProgress } from './zip-folder.ts'

/** A build that can be uploaded, as far as the browser can tell. */
export interface ChosenBuild {
  name: string
  /** Of the zip, or of all files in the folder. */
  bytes: number
  /** Of a folder, which is zipped first. */
  fileCount?: number
  /** What its pages name and it lacks. */
  missing: string[]
  zip: (progress: ZipProgress) => Promise<File>
}

/** The build, or why it cannot be uploaded. */
export type Choice = { build: ChosenBuild } | { problem: string }

type Limits = Pick<Config['limits'], 'uploadBytes' | 'uploadFiles'>

/** Of several files, none can be uploaded. */
export async function chooseFiles(files: File[], limits: Limits): Promise<Choice> {
  const problem = checkFile(files, limits.uploadBytes)
  const [file] = files
  if (problem !== undefined || !file) return { problem: problem ?? texts.versions.errors.noFile }
  const checked = await checkZip(file, limits.uploadFiles)
  if ('problem' in checked) return checked
  return { build: { name: file.name, bytes: file.size, zip: async () => file, ...checked } }
}

export async function chooseFolder(folder: Folder, limits: Limits): Promise<Choice> {
  const { errors } = texts.versions
  try {
    const root = await findBuild(folder)
    if (root === undefined) return { problem: errors.noBuild(folder.name) }
    const files = await folder.listFiles(root, limits.uploadFiles)
    const name = root === '' ? folder.name : `${folder.name}/${root.slice(0, -1)}`
    const problem = checkFolder(name, files, limits)
    if (problem !== undefined) return { problem }
    const bytes = sumOf(files)
    const missing = await findMissingIn(files)
    return { build: { name, bytes, fileCount: files.length, missing, zip: zipOnce(name, files, limits) } }
  } catch {
    return { problem: errors.unreadable(folder.name) }
  }
}

const sumOf = (files: FolderFile[]) => files.reduce((sum, { file }) => sum + file.size, 0)

function checkFolder(name: string, files: FolderFile[], { uploadFiles }: Limits): string | undefined {
  const { tooManyFiles, tooManyToZip } = texts.versions.errors
  if (files.length > uploadFiles) return tooManyFiles(name, uploadFiles)
  if (files.length > maxZipFiles) return tooManyToZip(name, maxZipFiles)
  for (const { path, file } of files) {
    const sizes = { isFolder: false, method: stored, size: file.size, compressedSize: file.size }
    const refused =
      refuseName(path, fixedArchiveLimits.nameBytes) ?? refuseSizes(path, sizes, fixedArchiveLimits)
    if (refused) return refused.detail
  }
  const bytes = sumOf(files)
  return refuseTotal(bytes, bytes, fixedArchiveLimits)?.detail
}

function findMissingIn(files: FolderFile[]): Promise<string[]> {
  const byPath = new Map(files.map(({ path, file }) => [path, file]))
  return findMissing({
    has: (path) => byPath.has(path),
    readPage: async (path, maxBytes) => {
      const file = byPath.get(path)
      return file && file.size <= maxBytes ? file.text() : undefined
    },
  })
}

/** If sending it failed, the next attempt sends the same zip. */
function zipOnce(name: string, files: FolderFile[], { uploadBytes }: Limits): ChosenBuild['zip'] {
  let zipped: File | undefined
  return async (progress) => {
    if (zipped) return zipped
    const { zipFolder } = await import('./zip-folder.ts')
    const zip = await zipFolder(files, progress)
    const limit = Math.min(uploadBytes, maxZipBytes)
    if (zip.size > limit) {
      const { tooLarge } = texts.versions.errors
      throw new Error(tooLarge(name, formatBytes(zip.size), formatBytes(limit)))
    }
    zipped = new File([zip], `${name.replaceAll('/', '-')}.zip`, { type: 'application/zip' })
    return zipped
  }
}
