/**
 * How the names in a zip become the files of a site, and the messages for zips that hold no site. The server applies it
 * to uploads; the upload dialog applies it before anything is sent and so says the same.
 */

const junk = /(?:^|\/)(?:__MACOSX\/|(?:\._[^/]*|\.DS_Store|Thumbs\.db)$)/

/** Whether this is a file that operating systems add next to those of a site. */
export const isJunk = (name: string) => junk.test(name)

/** Turns backslashes into slashes and drops `.` and empty segments. A leading slash stays, so that it is refused. */
export function cleanName(name: string): string {
  const slashed = name.includes('\\') ? name.replaceAll('\\', '/') : name
  if (!/(?:^|\/)\.\/|.\/\/|(?:^|\/)\.$/.test(slashed)) return slashed
  const lead = /^\/*/.exec(slashed)?.[0] ?? ''
  const rest = slashed.slice(lead.length)
  const kept = rest.split('/').filter((segment) => segment !== '' && segment !== '.')
  const folder = kept.length > 0 && /(?:^|\/)\.?$/.test(rest)
  return lead + kept.join('/') + (folder ? '/' : '')
}

/** The one folder that contains the whole site, with its slash; empty if the site is at the top level. */
export function siteRoot(paths: readonly string[]): string {
  const root = commonRoot(paths)
  return root !== '' && paths.includes(`${root}index.html`) ? root : ''
}

function commonRoot(paths: readonly string[]): string {
  const first = paths[0] ?? ''
  const root = first.slice(0, first.indexOf('/') + 1)
  return root !== '' && paths.every((path) => path.startsWith(root)) ? root : ''
}

/** Folders are entries too, and macOS adds one per file, so the raw entry count may be this many times the file limit. */
export const entriesPerFile = 3

export const tooManyEntries = (count: number, limit: number) =>
  `This zip holds ${formatCount(count)} entries; the limit is ${formatCount(limit * entriesPerFile)}, for ${formatCount(limit)} files.`

export const tooManyFiles = (count: number, limit: number) =>
  `This zip holds ${formatCount(count)} files; the limit is ${formatCount(limit)}.`

export const encryptedEntry = (name: string) =>
  `The entry ${quoteName(name)} is encrypted. Zip the build without a password.`

/** Says where to look for the index.html that a zip with files does not have at its top level. */
export function missingIndex(paths: readonly string[]): string {
  const elsewhere = shallowestIndex(paths)
  if (elsewhere !== undefined) {
    const folder = quoteName(elsewhere.slice(0, -'index.html'.length))
    return `This zip has no index.html at its top level, but one in the folder ${folder}; zip that folder's contents.`
  }
  const root = commonRoot(paths)
  if (root !== '') {
    return `This zip holds a folder ${quoteName(root)} with no index.html in it; zip the contents of the built folder.`
  }
  const [only = ''] = paths
  if (paths.length === 1) {
    return `The only file in this zip, ${quoteName(only)}, is not an index.html; zip the contents of the built folder.`
  }
  return `None of the ${formatCount(paths.length)} files in this zip is an index.html; zip the contents of the built folder.`
}

function shallowestIndex(paths: readonly string[]): string | undefined {
  let shallowest: { path: string; depth: number } | undefined
  for (const path of paths) {
    if (!path.endsWith('/index.html')) continue
    const depth = path.split('/').length
    if (shallowest === undefined || depth < shallowest.depth) shallowest = { path, depth }
  }
  return shallowest?.path
}

const maxQuoteLength = 80

/** A name for use in a sentence: quoted, on one line, shortened in the middle so that its end stays visible. */
export function quoteName(name: string): string {
  const visible = name.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029`]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
  const characters = Array.from(visible)
  if (characters.length <= maxQuoteLength) return `\`${visible}\``
  const half = maxQuoteLength / 2
  return `\`${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}\``
}

export const formatCount = (count: number): string => count.toLocaleString('en-GB')
