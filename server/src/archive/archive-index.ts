import { crc32 } from 'node:zlib'

import { atOnce, inTurns } from '../shared/in-turns.ts'
import { seal, sealLength } from './sealed.ts'
import { DEFLATED, END_LENGTH, LOCAL_LENGTH, STORED } from './zip-format.ts'

/** Everything needed to serve one file out of the zip. */
export interface IndexEntry {
  readonly path: string
  /** where its data begins in the zip */
  readonly offset: number
  readonly compressedSize: number
  readonly size: number
  readonly crc32: number
  readonly method: typeof STORED | typeof DEFLATED
}

export interface ArchiveIndex {
  readonly zipBytes: number
  readonly entries: ReadonlyMap<string, IndexEntry>
}

/**
 * The entry for a path that is already percent-decoded, with or without its leading slash:
 * exact, or the index.html of a folder when the path ends with a slash.
 */
export const findEntry = (index: ArchiveIndex, path: string): IndexEntry | undefined =>
  index.entries.get(servedPath(path))

export function servedPath(path: string): string {
  const name = path.startsWith('/') ? path.slice(1) : path
  return name === '' || name.endsWith('/') ? `${name}index.html` : name
}

/** By UTF-16 code units: whoever looks a path up compares it as it is. */
export const byPath = (one: { path: string }, other: { path: string }) =>
  Number(one.path > other.path) - Number(one.path < other.path)

/*
 * Encoded: "PLAX", version, count, zip bytes; per entry 25 bytes and its path; at the end a CRC32 of it all.
 * Numbers are little-endian; offsets and sizes take six bytes. Entries are in the order of their paths, except in
 * indexes that were stored before there were blocks.
 */
const MAGIC = Buffer.from('PLAX')
const VERSION = 1
const HEAD = 16
const ROW = 25

export function encodeIndex({ zipBytes, entries }: ArchiveIndex): Buffer {
  const sorted = [...entries.values()].toSorted(byPath)
  const paths = sorted.map(({ path }) => Buffer.from(path))
  const length = paths.reduce((sum, path) => sum + ROW + path.length, HEAD + sealLength)
  const bytes = Buffer.allocUnsafe(length)
  MAGIC.copy(bytes)
  bytes.writeUInt16LE(VERSION, 4)
  bytes.writeUInt32LE(sorted.length, 6)
  bytes.writeUIntLE(zipBytes, 10, 6)
  let at = HEAD
  for (const [position, entry] of sorted.entries()) {
    const path = paths[position] ?? Buffer.alloc(0)
    bytes.writeUIntLE(entry.offset, at, 6)
    bytes.writeUIntLE(entry.compressedSize, at + 6, 6)
    bytes.writeUIntLE(entry.size, at + 12, 6)
    bytes.writeUInt32LE(entry.crc32, at + 18)
    bytes.writeUInt8(entry.method, at + 22)
    bytes.writeUInt16LE(path.length, at + 23)
    path.copy(bytes, at + ROW)
    at += ROW + path.length
  }
  return seal(bytes)
}

/** Fills in where the data of each file begins, in the order of their paths; only verification finds that out. */
export function setOffsets(bytes: Buffer, offsets: Iterable<number>): void {
  let at = HEAD
  for (const offset of offsets) {
    bytes.writeUIntLE(offset, at, 6)
    at += rowLength(bytes, at)
  }
  seal(bytes)
}

const rowLength = (bytes: Buffer, at: number) => ROW + bytes.readUInt16LE(at + 23)

/** Throws for anything `encodeIndex` did not write: a stored index is derived data, so a damaged one is rebuilt. */
export const decodeIndex = (bytes: Buffer): ArchiveIndex => atOnce(decode(bytes))

/** The same, with requests answered in between: the largest index takes more than a tenth of a second. */
export const decodeIndexInTurns = (bytes: Buffer): Promise<ArchiveIndex> => inTurns(decode(bytes))

const entriesPerStep = 200
const summedPerStep = 1024 * 1024

function* decode(bytes: Buffer): Generator<undefined, ArchiveIndex> {
  const end = bytes.length - sealLength
  if (end < HEAD || !bytes.subarray(0, 4).equals(MAGIC)) throw new Error('not an archive index')
  if (bytes.readUInt16LE(4) !== VERSION)
    throw new Error(`archive index version ${bytes.readUInt16LE(4)} is unknown`)
  let sum = 0
  for (let at = 0; at < end; at += summedPerStep) {
    sum = crc32(bytes.subarray(at, Math.min(at + summedPerStep, end)), sum)
    yield
  }
  if (sum !== bytes.readUInt32LE(end)) throw new Error('the archive index is damaged')
  const count = bytes.readUInt32LE(6)
  const zipBytes = zipBytesOf(bytes)
  const entries = new Map<string, IndexEntry>()
  for (const entry of decodeRows(bytes.subarray(HEAD, end), zipBytes)) {
    entries.set(entry.path, entry)
    if (entries.size % entriesPerStep === 0) yield
  }
  if (entries.size !== count) throw new Error('the archive index is damaged: the number of entries')
  return { zipBytes, entries }
}

/** Of the zip that the index is of. */
export const zipBytesOf = (index: Buffer) => index.readUIntLE(10, 6)

/** Where each row of a whole index begins and ends. */
export function* rowsOf(index: Buffer): Generator<{ start: number; end: number }> {
  for (let start = HEAD; start < index.length - sealLength;) {
    const end = start + rowLength(index, start)
    yield { start, end }
    start = end
  }
}

export const pathAt = (index: Buffer, at: number) =>
  index.toString('utf8', at + ROW, at + rowLength(index, at))

/** The entries of rows that follow one another in an index. */
export function* decodeRows(rows: Buffer, zipBytes: number): Generator<IndexEntry> {
  for (let at = 0; at < rows.length; at += rowLength(rows, at)) yield decodeEntry(rows, at, zipBytes)
}

function decodeEntry(bytes: Buffer, at: number, zipBytes: number): IndexEntry {
  if (at + ROW > bytes.length || at + rowLength(bytes, at) > bytes.length) {
    throw new Error('the archive index is damaged: an entry is cut off')
  }
  const offset = bytes.readUIntLE(at, 6)
  const compressedSize = bytes.readUIntLE(at + 6, 6)
  const size = bytes.readUIntLE(at + 12, 6)
  const method = bytes.readUInt8(at + 22)
  const inside = offset >= LOCAL_LENGTH && offset + compressedSize <= zipBytes - END_LENGTH
  if (!inside || (method !== DEFLATED && (method !== STORED || size !== compressedSize))) {
    throw new Error('the archive index is damaged: an entry is impossible')
  }
  return { path: pathAt(bytes, at), offset, compressedSize, size, crc32: bytes.readUInt32LE(at + 18), method }
}
