import { formatBytes } from '../shell/formats.ts'
import { texts } from '../texts/texts.ts'

type Candidate = Pick<File, 'name' | 'size'>

/** Why the chosen or dropped files cannot be uploaded; undefined if they can. */
export function checkFile(files: Candidate[], limit: number): string | undefined {
  const { errors } = texts.versions
  const [file] = files
  if (!file) return errors.noFile
  if (files.length > 1) return errors.severalFiles
  const { name, size } = file
  if (!name.toLowerCase().endsWith('.zip')) return errors.notZip(name)
  if (size === 0) return errors.emptyFile(name)
  if (size > limit) return errors.tooLarge(name, formatBytes(size), formatBytes(limit))
  return undefined
}
