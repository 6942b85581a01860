import { refuseName, refuseTotal } from '@plinth/contract/archive-checks.ts'
import { fixedArchiveLimits } from '@plinth/contract/archive-limits.ts'
import type { Config } from '@plinth/contract/config.ts'
import { listMissing, maxPageBytes, startPages } from '@plinth/contract/page-references.ts'

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
    const missing = await findMissing(files)
    return { build: { name, bytes, fileCount: files.length, missing, zip: zipOnce(name, files, limits) } }
  } catch {
    return { problem: errors.unreadable(folder.name) }
  }
}

const sumOf = (files: FolderFile[]) => files.reduce((sum, { file }) => sum + file.size, 0)

function checkFolder(name: string, files: FolderFile[], { uploadFiles }: Limits): string | undefined {
  if (files.length > uploadFiles) return texts.versions.errors.tooManyFiles(name, uploadFiles)
  for (const { path } of files) {
    const refused = refuseName(path, fixedArchiveLimits.nameBytes)
    if (refused) return refused.detail
  }
  const bytes = sumOf(files)
  return refuseTotal(bytes, bytes, fixedArchiveLimits)?.detail
}

async function findMissing(files: FolderFile[]): Promise<string[]> {
  const byPath = new Map(files.map(({ path, file }) => [path, file]))
  const pages = startPages.flatMap((page) => byPath.get(page) ?? [])
  const read = pages.filter(({ size }) => size <= maxPageBytes).map((page) => page.text())
  return listMissing(await Promise.all(read), (path) => byPath.has(path))
}

/** If sending it failed, the next attempt sends the same zip. */
function zipOnce(name: string, files: FolderFile[], { uploadBytes }: Limits): ChosenBuild['zip'] {
  let zipped: File | undefined
  return async (progress) => {
    if (zipped) return zipped
    const { zipFolder } = await import('./zip-folder.ts')
    const zip = await zipFolder(files, progress)
    if (zip.size > uploadBytes) {
      const { tooLarge } = texts.versions.errors
      throw new Error(tooLarge(name, formatBytes(zip.size), formatBytes(uploadBytes)))
    }
    zipped = new File([zip], `${name.replaceAll('/', '-')}.zip`, { type: 'application/zip' })
    return zipped
  }
}
