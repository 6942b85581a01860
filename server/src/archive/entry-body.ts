import { Readable } from 'node:stream'

import { maxBufferedBytes } from '../settings/upload-limits.ts'
import type { RunInSlot } from '../shared/fair-slots.ts'
import type { IndexEntry } from './archive-index.ts'
import type { ByteSource } from './file-source.ts'
import type { ByteRange } from './preconditions.ts'
import { damaged, readContent } from './read-entry.ts'
import { GZIP_FRAME, GZIP_HEADER } from './served-entry.ts'
import { STORED } from './zip-format.ts'
import { createInflateRaw } from './zlib.ts'

/** The deflate bytes as stored in the zip, between a gzip header and trailer. Large ones are streamed, unless `isWhole`. */
export async function gzipBody(
  source: ByteSource,
  entry: IndexEntry,
  trailer: Buffer,
  isWhole: boolean,
): Promise<Buffer | Readable> {
  const { offset, compressedSize } = entry
  if (!isWhole && compressedSize > maxBufferedBytes)
    return Readable.from(gzipPieces(source, entry, trailer), { objectMode: false })
  // At least 30 bytes of header precede the data in a zip, and at least 22 bytes of records follow it. Reading a
  // little of both leaves room for the gzip frame: one read, one buffer, no copy.
  const body = await source.read(offset - GZIP_HEADER.length, compressedSize + GZIP_FRAME)
  body.set(GZIP_HEADER, 0)
  body.set(trailer, body.length - trailer.length)
  return body
}

/** The gzip header is sent with the first bytes, so that a failed read can still be answered with an error. */
async function* gzipPieces(source: ByteSource, { offset, compressedSize }: IndexEntry, trailer: Buffer) {
  let hasBegun = false
  for await (const piece of source.stream(offset, offset + compressedSize) as AsyncIterable<Buffer>) {
    if (!hasBegun) yield GZIP_HEADER
    hasBegun = true
    yield piece
  }
  yield trailer
}

/** Large contents that have to be inflated are always streamed. */
export const canBeReadWhole = ({ method, size, compressedSize }: IndexEntry): boolean =>
  method === STORED || (size <= maxBufferedBytes && compressedSize <= maxBufferedBytes)

/** How the work of inflating is shared between those who need it. */
export interface Inflating {
  /** Limits how many whole bodies are inflated at once. */
  runInSlot: RunInSlot
  /** Waits before more is inflated of a streamed body: what was inflated counts, also what is then left out. */
  pace(bytes: number): Promise<void>
}

/** The content itself. Large ones are streamed, unless `isWhole` and the zip holds them as they are. */
export async function contentBody(
  source: ByteSource,
  entry: IndexEntry,
  isWhole: boolean,
  inflating?: Inflating,
): Promise<Buffer | Readable> {
  if (isWhole && entry.method === STORED) return source.read(entry.offset, entry.size)
  return entryBody(source, entry, { start: 0, end: entry.size }, inflating)
}

/** The content itself, or the requested range of it. */
export async function entryBody(
  source: ByteSource,
  entry: IndexEntry,
  range: ByteRange,
  inflating?: Inflating,
): Promise<Buffer | Readable> {
  const length = range.end - range.start
  if (entry.method === STORED) {
    const start = entry.offset + range.start
    return length <= maxBufferedBytes ? source.read(start, length) : source.stream(start, start + length)
  }
  if (canBeReadWhole(entry)) {
    const content = await readContent(source, entry, inflating?.runInSlot)
    return length === entry.size ? content : content.subarray(range.start, range.end)
  }
  return Readable.from(inflatedPieces(source, entry, range, inflating), { objectMode: false })
}

/**
 * Inflates on demand, one piece ahead, in libuv's thread pool. Each stream holds memory between reads, so callers limit
 * how many are open at once.
 */
async function* inflatedPieces(
  source: ByteSource,
  entry: IndexEntry,
  { start, end }: ByteRange,
  inflating: Inflating | undefined,
) {
  const compressed = source.stream(entry.offset, entry.offset + entry.compressedSize)
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  try {
    compressed.once('error', (error) => inflate.destroy(error))
    compressed.pipe(inflate)
    let at = 0
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      const from = Math.max(start - at, 0)
      at += piece.length
      await inflating?.pace(piece.length)
      if (from < piece.length) yield piece.subarray(from, piece.length - Math.max(at - end, 0))
      if (at >= end) return
    }
    throw damaged(entry)
  } finally {
    compressed.destroy()
    inflate.destroy()
  }
}
