import { crc32 } from 'node:zlib'

import { atOnce, inTurns } from '../../shared/in-turns.ts'

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
 * Encoded: "PLBR", version, count; 30 bytes per entry; at the end a CRC32 of it all. Numbers are little-endian; offsets
 * and sizes take six bytes. Every later version must begin with "PLBR" and its number and end with that CRC32 too.
 */
const MAGIC = Buffer.from('PLBR')
const VERSION = 1
const HEAD = 10
const ROW = 30
const CHECKSUM = 4

export function encodePackIndex(entries: readonly PackedEntry[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD + entries.length * ROW + CHECKSUM)
  MAGIC.copy(bytes)
  bytes.writeUInt16LE(VERSION, 4)
  bytes.writeUInt32LE(entries.length, 6)
  let at = HEAD
  for (const entry of entries) {
    bytes.writeUIntLE(entry.archiveOffset, at, 6)
    bytes.writeUIntLE(entry.size, at + 6, 6)
    bytes.writeUInt32LE(entry.contentCrc32, at + 12)
    bytes.writeUIntLE(entry.offset, at + 16, 6)
    bytes.writeUInt32LE(entry.length, at + 22)
    bytes.writeUInt32LE(entry.crc32, at + 26)
    at += ROW
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(0, at)), at)
  return bytes
}

/** Another release of the portal may have written it, in a version that this one does not know. */
export type DecodedPackIndex = PackedEntry[] | 'damaged' | 'unknown version'

export const decodePackIndex = (bytes: Buffer): DecodedPackIndex => atOnce(decode(bytes))

/** The same, with requests answered in between. */
export const decodePackIndexInTurns = (bytes: Buffer): Promise<DecodedPackIndex> => inTurns(decode(bytes))

const entriesPerStep = 200

function* decode(bytes: Buffer): Generator<undefined, DecodedPackIndex> {
  const end = bytes.length - CHECKSUM
  const isWhole =
    end >= HEAD &&
    bytes.subarray(0, 4).equals(MAGIC) &&
    crc32(bytes.subarray(0, end)) === bytes.readUInt32LE(end)
  if (!isWhole) return 'damaged'
  if (bytes.readUInt16LE(4) !== VERSION) return 'unknown version'
  const count = bytes.readUInt32LE(6)
  if (end !== HEAD + count * ROW) return 'damaged'
  const entries: PackedEntry[] = []
  for (let at = HEAD; at < end; at += ROW) {
    entries.push({
      archiveOffset: bytes.readUIntLE(at, 6),
      size: bytes.readUIntLE(at + 6, 6),
      contentCrc32: bytes.readUInt32LE(at + 12),
      offset: bytes.readUIntLE(at + 16, 6),
      length: bytes.readUInt32LE(at + 22),
      crc32: bytes.readUInt32LE(at + 26),
    })
    if (entries.length % entriesPerStep === 0) yield
  }
  return entries
}
