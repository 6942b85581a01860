import { formatBytes } from '../shell/formats.ts'

type Candidate = Pick<File, 'name' | 'size'>

/** Why what was chosen or dropped cannot be uploaded, if it cannot; said before anything is sent. */
export function refusalOf(files: Candidate[], limit: number): string | undefined {
  const [file] = files
  if (!file) return 'Choose a .zip file.'
  if (files.length > 1) return 'Choose one file: a single .zip with the whole build in it.'
  const { name, size } = file
  if (!name.toLowerCase().endsWith('.zip')) {
    return `Only .zip files can be uploaded, and ${name} is not one. Zip the contents of the static output folder.`
  }
  if (size === 0) return `${name} is empty.`
  if (size > limit)
    return `${name} has ${formatBytes(size)}; this portal takes at most ${formatBytes(limit)}.`
  return undefined
}
