import { deflated, refuseKind } from './archive-checks.ts'
import { fixedArchiveLimits } from './archive-limits.ts'
import { cleanName, isJunk, siteRoot } from './site-files.ts'

/** The bytes of a zip, part by part; a Blob is one. */
export interface ZipBytes {
  size: number
  slice: (start: number, end: number) => { arrayBuffer: () => Promise<ArrayBuffer> }
}

export interface ListedEntry {
  /** With slashes. */
  name: string
  nameLength: number
  flags: number
  method: number
  attributes: number
  compressedSize: number
  size: number
  /** Of its local header. */
  offset: number
}

export type ZipListing =
  | { kind: 'listed'; entries: ListedEntry[] }
  | { kind: 'not a zip' | 'truncated' }
  | { kind: 'too many entries'; count: number }
  /** Of that many bytes. */
  | { kind: 'too large a directory'; length: number }
  /** Left to the server: unusual, like zip64, or damaged. */
  | { kind: 'unclear' }

const endLength = 22
const entryLength = 46
const localLength = 30
const maxTailLength = endLength + 0xffff
const inZip64 = 0xffffffff
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads the directory of a zip before it is sent. Nothing it says is certain: only the server verifies archives. */
export async function listZip(zip: ZipBytes, maxEntries = Infinity): Promise<ZipListing> {
  const tailStart = Math.max(0, zip.size - maxTailLength)
  const tail = await readPart(zip, tailStart, zip.size)
  const endAt = findEnd(tail)
  if (endAt === undefined) return { kind: (await beginsAsZip(zip)) ? 'truncated' : 'not a zip' }
  const range = locateDirectory(tail, endAt)
  if (!range || range.start + range.length !== tailStart + endAt) return { kind: 'unclear' }
  if (range.count > maxEntries) return { kind: 'too many entries', count: range.count }
  if (range.length > fixedArchiveLimits.directoryBytes)
    return { kind: 'too large a directory', length: range.length }
  const entries = readEntries(await readPart(zip, range.start, range.start + range.length))
  return entries?.length === range.count ? { kind: 'listed', entries } : { kind: 'unclear' }
}

const readPart = async (zip: ZipBytes, start: number, end: number) =>
  new DataView(await zip.slice(start, end).arrayBuffer())

function findEnd(tail: DataView): number | undefined {
  for (let at = tail.byteLength - endLength; at >= 0; at--) {
    if (tail.getUint32(at, true) === 0x06054b50) return at
  }
  return undefined
}

async function beginsAsZip(zip: ZipBytes): Promise<boolean> {
  const head = await readPart(zip, 0, 4)
  return head.byteLength === 4 && head.getUint32(0, true) === 0x04034b50
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

/** Undefined if this is not a directory, a name is not UTF-8, or a number is elsewhere. */
function readEntries(directory: DataView): ListedEntry[] | undefined {
  const entries: ListedEntry[] = []
  for (let at = 0; at < directory.byteLength;) {
    if (at + entryLength > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50)
      return undefined
    const [flags = 0, method = 0, nameLength = 0, extraLength = 0, commentLength = 0] = [
      8, 10, 28, 30, 32,
    ].map((offset) => directory.getUint16(at + offset, true))
    const [compressedSize = 0, size = 0, attributes = 0, offset = 0] = [20, 24, 38, 42].map((position) =>
      directory.getUint32(at + position, true),
    )
    const next = at + entryLength + nameLength + extraLength + commentLength
    if (next > directory.byteLength || [compressedSize, size, offset].includes(inZip64)) return undefined
    const name = decodeName(new Uint8Array(directory.buffer, at + entryLength, nameLength))
    if (name === undefined) return undefined
    entries.push({ name, nameLength, flags, method, attributes, compressedSize, size, offset })
    at = next
  }
  return entries
}

/** Undefined if it is not UTF-8. */
function decodeName(bytes: Uint8Array): string | undefined {
  try {
    return cleanName(strictDecoder.decode(bytes))
  } catch {
    return undefined
  }
}

/** The files of the site in a zip, by their paths below its root. */
export function siteFiles(entries: readonly ListedEntry[]): Map<string, ListedEntry> {
  const files = entries.filter(({ name }) => !name.endsWith('/') && !isJunk(name))
  const root = siteRoot(files.map(({ name }) => name))
  return new Map(files.map((entry) => [entry.name.slice(root.length), entry]))
}

/** The text of a small entry; undefined if it is too large or damaged. */
export async function readText(
  zip: ZipBytes,
  entry: ListedEntry,
  maxBytes: number,
): Promise<string | undefined> {
  const { name, flags, method, attributes, compressedSize, size, offset } = entry
  if (size > maxBytes || compressedSize > maxBytes || refuseKind(name, flags, method, attributes))
    return undefined
  const local = await readPart(zip, offset, offset + localLength)
  if (local.byteLength < localLength || local.getUint32(0, true) !== 0x04034b50) return undefined
  const start = offset + localLength + local.getUint16(26, true) + local.getUint16(28, true)
  const data = await zip.slice(start, start + compressedSize).arrayBuffer()
  const bytes = method === deflated ? await inflate(data, size) : new Uint8Array(data)
  return bytes && new TextDecoder().decode(bytes)
}

/** Undefined if it is damaged, or longer than stated. */
async function inflate(data: ArrayBuffer, size: number): Promise<Uint8Array | undefined> {
  const result = new Uint8Array(size)
  let length = 0
  try {
    const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    const reader = stream.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const { value } = part
      if (length + value.length > size) {
        await reader.cancel()
        return undefined
      }
      result.set(value, length)
      length += value.length
    }
  } catch {
    return undefined
  }
  return length === size ? result : undefined
}
