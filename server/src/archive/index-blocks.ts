import { crc32 } from 'node:zlib'

import { decodeRows, pathAt, rowsOf, zipBytesOf } from './archive-index.ts'
import type { IndexEntry } from './archive-index.ts'
import { isSealed, seal, sealLength } from './sealed.ts'

/** A part of an index: the entries of the paths from one to the next. */
export interface IndexBlock {
  firstPath: string
  /** where it begins in the index, and how long it is */
  start: number
  length: number
  crc32: number
}

/** Where the blocks of a large index are: a file is found by reading one of them. */
export interface IndexBlocks {
  zipBytes: number
  blocks: readonly IndexBlock[]
}

/** Smaller indexes are read whole: most builds have a few hundred files. */
export const maxWholeBytes = 256 * 1024
const blockBytes = 32 * 1024

/*
 * Encoded: "PLAB", version, count, zip bytes; per block 14 bytes and its first path; at the end a CRC32 of it all.
 * Numbers are little-endian.
 */
const MAGIC = Buffer.from('PLAB')
const VERSION = 1
const HEAD = 16
const ROW = 14

/** For an index that `encodeIndex` wrote; undefined if it is small enough to be read whole. */
export function encodeBlocks(index: Buffer): Buffer | undefined {
  if (index.length <= maxWholeBytes) return undefined
  const head = Buffer.alloc(HEAD)
  MAGIC.copy(head)
  head.writeUInt16LE(VERSION, 4)
  head.writeUIntLE(zipBytesOf(index), 10, 6)
  const blocks = [...cutIntoBlocks(index)]
  head.writeUInt32LE(blocks.length, 6)
  const rows = blocks.flatMap(({ start, end }) => encodeBlock(index, start, end))
  return seal(Buffer.concat([head, ...rows, Buffer.alloc(sealLength)]))
}

function* cutIntoBlocks(index: Buffer): Generator<{ start: number; end: number }> {
  let block: { start: number; end: number } | undefined
  for (const { start, end } of rowsOf(index)) {
    block = { start: block?.start ?? start, end }
    if (block.end - block.start < blockBytes) continue
    yield block
    block = undefined
  }
  if (block) yield block
}

function encodeBlock(index: Buffer, start: number, end: number): Buffer[] {
  const path = Buffer.from(pathAt(index, start))
  const row = Buffer.alloc(ROW)
  row.writeUInt32LE(start, 0)
  row.writeUInt32LE(end - start, 4)
  row.writeUInt32LE(crc32(index.subarray(start, end)), 8)
  row.writeUInt16LE(path.length, 12)
  return [row, path]
}

/** Throws for anything `encodeBlocks` did not write. */
export function decodeBlocks(bytes: Buffer): IndexBlocks {
  const end = bytes.length - sealLength
  if (!isSealed(bytes, MAGIC) || end < HEAD || bytes.readUInt16LE(4) !== VERSION)
    throw new Error('the blocks of the archive index are damaged')
  const blocks: IndexBlock[] = []
  for (let at = HEAD; at < end;) {
    const next = at + ROW + bytes.readUInt16LE(at + 12)
    blocks.push({
      firstPath: bytes.toString('utf8', at + ROW, next),
      start: bytes.readUInt32LE(at),
      length: bytes.readUInt32LE(at + 4),
      crc32: bytes.readUInt32LE(at + 8),
    })
    at = next
  }
  return { zipBytes: bytes.readUIntLE(10, 6), blocks }
}

/** The only block that may have an entry for a path. */
export function blockOf({ blocks }: IndexBlocks, path: string): IndexBlock | undefined {
  let [before, after] = [-1, blocks.length]
  while (after - before > 1) {
    const middle = (before + after) >> 1
    const { firstPath = '' } = blocks[middle] ?? {}
    if (firstPath <= path) before = middle
    else after = middle
  }
  return blocks[before]
}

/** The entries of a block, by their paths. Throws if it is not what was written. */
export function decodeBlock({ zipBytes }: IndexBlocks, block: IndexBlock, bytes: Buffer) {
  if (bytes.length !== block.length || crc32(bytes) !== block.crc32)
    throw new Error('the archive index is damaged: a block')
  const entries = new Map<string, IndexEntry>()
  for (const entry of decodeRows(bytes, zipBytes)) entries.set(entry.path, entry)
  return entries
}
