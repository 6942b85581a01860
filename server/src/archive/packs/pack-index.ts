import { isSealed, seal, sealLength } from '../sealed.ts'

/** Where the Brotli form of one file is inside the pack, and which content it is of. */
export interface PackedEntry {
  /** where the file's data begins in the zip, which tells it apart from all others */
  readonly archiveOffset: number
  /** of the content */
  readonly size: number
  readonly contentCrc32: number
  /** of the Brotli form */
  readonly offset: number
  readonly length: number
  readonly crc32: number
}

/*
 * Encoded: "PLBR", version, count; 30 bytes per entry, in the order of the archive; at the end a CRC32 of it all.
 * Numbers are little-endian; offsets and sizes take six bytes. Every later version must begin with "PLBR" and its number and end with that CRC32 too.
 */
const MAGIC = Buffer.from('PLBR')
const VERSION = 1
const HEAD = 10
const ROW = 30

export function encodePackIndex(entries: readonly PackedEntry[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD + entries.length * ROW + sealLength)
  MAGIC.copy(bytes)
  bytes.writeUInt16LE(VERSION, 4)
  bytes.writeUInt32LE(entries.length, 6)
  let at = HEAD
  for (const entry of entries.toSorted((one, other) => one.archiveOffset - other.archiveOffset)) {
    bytes.writeUIntLE(entry.archiveOffset, at, 6)
    bytes.writeUIntLE(entry.size, at + 6, 6)
    bytes.writeUInt32LE(entry.contentCrc32, at + 12)
    bytes.writeUIntLE(entry.offset, at + 16, 6)
    bytes.writeUInt32LE(entry.length, at + 22)
    bytes.writeUInt32LE(entry.crc32, at + 26)
    at += ROW
  }
  return seal(bytes)
}

export interface PackIndex {
  readonly count: number
  /** How long a pack is that holds all of it. */
  readonly packBytes: number
  find(archiveOffset: number): PackedEntry | undefined
  entries(): Generator<PackedEntry>
}

/** Another release of the portal may have written it, in a version that this one does not know. */
export type OpenedPackIndex = PackIndex | 'damaged' | 'unknown version'

/** Entries are found in the encoded index: making objects of 50,000 would hold up others. */
export function openPackIndex(bytes: Buffer): OpenedPackIndex {
  const end = bytes.length - sealLength
  if (!isSealed(bytes, MAGIC) || end < HEAD) return 'damaged'
  if (bytes.readUInt16LE(4) !== VERSION) return 'unknown version'
  const count = bytes.readUInt32LE(6)
  if (end !== HEAD + count * ROW) return 'damaged'
  let packBytes = 0
  let last = -1
  for (let at = HEAD; at < end; at += ROW) {
    const archiveOffset = bytes.readUIntLE(at, 6)
    // Written when entries were in another order.
    if (archiveOffset < last) return openPackIndex(encodePackIndex([...decodeRows(bytes)]))
    last = archiveOffset
    packBytes = Math.max(packBytes, bytes.readUIntLE(at + 16, 6) + bytes.readUInt32LE(at + 22))
  }
  return {
    count,
    packBytes,
    find(archiveOffset) {
      let [from, to] = [0, count]
      while (from < to) {
        const middle = (from + to) >> 1
        if (bytes.readUIntLE(HEAD + middle * ROW, 6) < archiveOffset) from = middle + 1
        else to = middle
      }
      const found = from < count ? decodeRow(bytes, HEAD + from * ROW) : undefined
      return found?.archiveOffset === archiveOffset ? found : undefined
    },
    entries: () => decodeRows(bytes),
  }
}

function* decodeRows(bytes: Buffer): Generator<PackedEntry> {
  for (let at = HEAD; at < bytes.length - sealLength; at += ROW) yield decodeRow(bytes, at)
}

const decodeRow = (bytes: Buffer, at: number): PackedEntry => ({
  archiveOffset: bytes.readUIntLE(at, 6),
  size: bytes.readUIntLE(at + 6, 6),
  contentCrc32: bytes.readUInt32LE(at + 12),
  offset: bytes.readUIntLE(at + 16, 6),
  length: bytes.readUInt32LE(at + 22),
  crc32: bytes.readUInt32LE(at + 26),
})
