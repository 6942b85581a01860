import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

import { maxBufferedBytes } from '../settings/fixed-limits.ts'
import type { RunInSlot } from '../shared/fair-slots.ts'
import type { IndexEntry } from './archive-index.ts'
import type { ByteSource } from './file-source.ts'
import type { ByteRange } from './preconditions.ts'
import { damaged, readContent } from './read-entry.ts'
import { GZIP_FRAME, GZIP_HEADER } from './served-entry.ts'
import { STORED } from './zip-format.ts'

/** The deflate bytes as they stand in the zip, between a gzip header and the trailer. */
export async function gzipBody(
  source: ByteSource,
  entry: IndexEntry,
  trailer: Buffer,
): Promise<Buffer | Readable> {
  const { offset, compressedSize } = entry
  if (compressedSize > maxBufferedBytes)
    return Readable.from(gzipPieces(source, entry, trailer), { objectMode: false })
  // In a zip a header of at least 30 bytes stands before the data and a record of at least 22 after it. Reading
  // a little of both leaves room for the frame: one read, one buffer, nothing copied.
  const body = await source.read(offset - GZIP_HEADER.length, compressedSize + GZIP_FRAME)
  body.set(GZIP_HEADER, 0)
  body.set(trailer, body.length - trailer.length)
  return body
}

/** The header waits for the first bytes, so that nothing is said before there is something to say. */
async function* gzipPieces(source: ByteSource, { offset, compressedSize }: IndexEntry, trailer: Buffer) {
  let isBegun = false
  for await (const piece of source.stream(offset, offset + compressedSize) as AsyncIterable<Buffer>) {
    if (!isBegun) yield GZIP_HEADER
    isBegun = true
    yield piece
  }
  yield trailer
}

/** The content itself, or the part of it that is asked for. */
export async function entryBody(
  source: ByteSource,
  entry: IndexEntry,
  range: ByteRange,
  runInSlot?: RunInSlot,
): Promise<Buffer | Readable> {
  const length = range.end - range.start
  if (entry.method === STORED) {
    const start = entry.offset + range.start
    return length <= maxBufferedBytes ? source.read(start, length) : source.stream(start, start + length)
  }
  if (entry.size <= maxBufferedBytes && entry.compressedSize <= maxBufferedBytes) {
    const content = await readContent(source, entry, runInSlot)
    return length === entry.size ? content : content.subarray(range.start, range.end)
  }
  return Readable.from(inflatedPieces(source, entry, range), { objectMode: false })
}

/**
 * Inflates as fast as it is read: one piece ahead, on another thread. What it holds between the pieces is a matter for
 * whoever lets so many be read at once.
 */
async function* inflatedPieces(source: ByteSource, entry: IndexEntry, { start, end }: ByteRange) {
  const packed = source.stream(entry.offset, entry.offset + entry.compressedSize)
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  try {
    packed.once('error', (error) => inflate.destroy(error))
    packed.pipe(inflate)
    let at = 0
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      const from = Math.max(start - at, 0)
      at += piece.length
      if (from < piece.length) yield piece.subarray(from, piece.length - Math.max(at - end, 0))
      if (at >= end) return
    }
    throw damaged(entry)
  } finally {
    packed.destroy()
    inflate.destroy()
  }
}
