import { archiveProblems } from '@plinth/contract/archive-problems.ts'
import {
  cleanName,
  encryptedEntry,
  entriesPerFile,
  isJunk,
  missingIndex,
  siteRoot,
  tooManyEntries,
  tooManyFiles,
} from '@plinth/contract/site-files.ts'

const endLength = 22
const entryLength = 46
const maxTailLength = endLength + 0xffff
/** Larger directories are left to the server. */
const maxDirectoryLength = 32 * 1024 * 1024
const encrypted = 0x1 | 0x40 | 0x2000
const aes = 99

/**
 * Why the server would refuse this zip, as far as its end record and directory show, in the server's words. Returns
 * undefined in case of doubt: the server decides, and this only saves the user an upload.
 */
export async function checkZip(zip: Blob, fileLimit: number): Promise<string | undefined> {
  try {
    const tailStart = Math.max(0, zip.size - maxTailLength)
    const tail = await viewOf(zip.slice(tailStart))
    const endAt = findEnd(tail)
    if (endAt === undefined) return await explainMissingEnd(zip)
    const range = locateDirectory(tail, endAt)
    if (!range || range.start + range.length !== tailStart + endAt) return undefined
    if (range.count > fileLimit * entriesPerFile) return tooManyEntries(range.count, fileLimit)
    if (range.length > maxDirectoryLength) return undefined
    const directory = await viewOf(zip.slice(range.start, range.start + range.length))
    return checkEntries(readEntries(directory), range.count, fileLimit)
  } catch {
    // Unreadable or malformed.
    return undefined
  }
}

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer())

function findEnd(tail: DataView): number | undefined {
  for (let at = tail.byteLength - endLength; at >= 0; at--) {
    if (tail.getUint32(at, true) === 0x06054b50) return at
  }
  return undefined
}

async function explainMissingEnd(zip: Blob): Promise<string> {
  const head = await viewOf(zip.slice(0, 4))
  const beginsAsZip = head.byteLength === 4 && head.getUint32(0, true) === 0x04034b50
  return archiveProblems[beginsAsZip ? 'archive_truncated' : 'archive_not_a_zip'].detail
}

/** Undefined if the comment's length is wrong, the zip has several disks, or it uses zip64. */
function locateDirectory(tail: DataView, at: number) {
  const [disk, directoryDisk, count] = [4, 6, 10].map((offset) => tail.getUint16(at + offset, true))
  const length = tail.getUint32(at + 12, true)
  const start = tail.getUint32(at + 16, true)
  const isWhole = at + endLength + tail.getUint16(at + 20, true) === tail.byteLength
  if (!isWhole || disk !== 0 || directoryDisk !== 0 || count === undefined || count === 0xffff)
    return undefined
  return { count, length, start }
}

interface Entry {
  name: string
  isEncrypted: boolean
}

/** Throws if this is not a directory, or if a name is not UTF-8. */
function readEntries(directory: DataView): Entry[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const entries: Entry[] = []
  let at = 0
  while (at < directory.byteLength) {
    if (directory.getUint32(at, true) !== 0x02014b50) throw new Error('not a directory entry')
    const [flags = 0, method] = [8, 10].map((offset) => directory.getUint16(at + offset, true))
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((offset) =>
      directory.getUint16(at + offset, true),
    )
    const bytes = new Uint8Array(directory.buffer, at + entryLength, nameLength)
    const isEncrypted = (flags & encrypted) !== 0 || method === aes
    entries.push({ name: cleanName(decoder.decode(bytes)), isEncrypted })
    at += entryLength + nameLength + extraLength + commentLength
  }
  return entries
}

function checkEntries(entries: Entry[], count: number, fileLimit: number): string | undefined {
  if (entries.length !== count) return undefined
  const encryptedFile = entries.find(({ isEncrypted }) => isEncrypted)
  if (encryptedFile) return encryptedEntry(encryptedFile.name)
  const paths = entries.map(({ name }) => name).filter((name) => !name.endsWith('/') && !isJunk(name))
  if (paths.length === 0) return archiveProblems.archive_empty.detail
  if (paths.length > fileLimit) return tooManyFiles(paths.length, fileLimit)
  return paths.includes(`${siteRoot(paths)}index.html`) ? undefined : missingIndex(paths)
}
