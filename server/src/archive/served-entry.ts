import type { IndexEntry } from './archive-index.ts'
import { contentTypeOf, isMedia } from './content-types.ts'
import { STORED } from './zip-format.ts'

export type EntryHeaders = Readonly<Record<string, string>>

/** One representation of an entry. Its headers are the same for every request, so they are built once. */
export interface Representation {
  tag: string
  /** of its body, in bytes */
  length: number
  full: EntryHeaders
  notModified: EntryHeaders
}

export interface ServedEntry {
  identity: Representation
  /** only deflated entries have one */
  gzip: Representation | undefined
  /** whether ranges of the content as is are served */
  ranges: boolean
  /** the last eight bytes of the gzip representation */
  trailer: Buffer
}

export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
export const GZIP_FRAME = GZIP_HEADER.length + 8

const vary = { vary: 'Accept-Encoding' }

const aboutEntry = ({ path }: IndexEntry) => ({
  'content-type': contentTypeOf(path),
  'x-content-type-options': 'nosniff',
})

const contentTag = ({ crc32, size, compressedSize }: IndexEntry) =>
  [crc32, size, compressedSize].map((number) => number.toString(16)).join('-')

const prepared = new WeakMap<IndexEntry, ServedEntry>()

export function prepareEntry(entry: IndexEntry): ServedEntry {
  let served = prepared.get(entry)
  if (served === undefined) {
    served = prepare(entry)
    prepared.set(entry, served)
  }
  return served
}

function prepare(entry: IndexEntry): ServedEntry {
  const content = contentTag(entry)
  const always = aboutEntry(entry)
  if (entry.method === STORED) {
    const identity = representation(`"${content}"`, entry.size, { ...always, 'accept-ranges': 'bytes' }, {})
    return { identity, gzip: undefined, ranges: true, trailer: Buffer.alloc(0) }
  }
  const ranges = isMedia(always['content-type'])
  const identity = representation(
    `"${content}"`,
    entry.size,
    ranges ? { ...always, 'accept-ranges': 'bytes' } : always,
    vary,
  )
  const gzip = representation(
    `"${content}-g"`,
    entry.compressedSize + GZIP_FRAME,
    { ...always, 'content-encoding': 'gzip' },
    vary,
  )
  const trailer = Buffer.allocUnsafeSlow(8)
  trailer.writeUInt32LE(entry.crc32, 0)
  trailer.writeUInt32LE(entry.size % 2 ** 32, 4)
  return { identity, gzip, ranges, trailer }
}

/** Another encoder may write other bytes for the same content, so the tag names these. */
export function brotliRepresentation(
  entry: IndexEntry,
  { length, crc32 }: { length: number; crc32: number },
): Representation {
  const about = { ...aboutEntry(entry), 'content-encoding': 'br' }
  return representation(`"${contentTag(entry)}-b${crc32.toString(16)}"`, length, about, vary)
}

/** A 304 repeats only what a cache needs to find and keep its copy. */
function representation(
  tag: string,
  length: number,
  about: EntryHeaders,
  vary: EntryHeaders,
): Representation {
  return {
    tag,
    length,
    full: Object.freeze({ ...about, ...vary, etag: tag, 'content-length': String(length) }),
    notModified: Object.freeze({ ...vary, etag: tag }),
  }
}
