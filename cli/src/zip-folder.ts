import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createDeflateRaw, deflateRaw } from 'node:zlib'

import { deflated, stored } from '@plinth/contract/archive-checks.ts'
import { formatBytes } from '@plinth/contract/format-bytes.ts'
import {
  compressedFormats,
  descriptor,
  directoryEntry,
  endRecord,
  localHeader,
  maxZipBytes,
  maxZipFiles,
} from '@plinth/contract/zip-records.ts'
import type { ZipEntry } from '@plinth/contract/zip-records.ts'

import { unreadable } from './check-build.ts'
import { crc32 } from './crc32.ts'
import { Failure } from './failure.ts'
import type { FolderFile } from './list-files.ts'

export interface ZipOptions {
  /** Called with the length of every chunk that is read. */
  onRead?: (bytes: number) => void
  /** Files up to this size are compressed in memory, several at a time; larger ones are streamed. */
  maxBufferedBytes?: number
}

const FILES_AHEAD = 8
const CHUNK_BYTES = 64 * 1024
const deflateBuffer = promisify(deflateRaw)

/** Zips the files while it is read. Memory holds only a few small files and the zip's directory. */
export function zipFolder(files: readonly FolderFile[], options: ZipOptions = {}): AsyncGenerator<Buffer> {
  if (files.length > maxZipFiles) throw tooLarge(`${files.length} files`)
  return inChunks(zipParts(files, options))
}

const tooLarge = (size: string) =>
  new Failure('notABuild', `The folder is too large to zip (${size}): publish a smaller one.`)

async function* zipParts(
  files: readonly FolderFile[],
  { onRead = () => {}, maxBufferedBytes = 1024 * 1024 }: ZipOptions,
): AsyncGenerator<Uint8Array> {
  const entries: ZipEntry[] = []
  let offset = 0
  const buffered = (file: FolderFile) => (file.size > maxBufferedBytes ? undefined : compressBuffered(file))
  for await (const { item: file, result } of mapAhead(files, buffered, FILES_AHEAD)) {
    const entry: ZipEntry = { ...streamedEntry(file), offset, ...result?.entry }
    if (result) {
      onRead(entry.size)
      yield localHeader(entry)
      yield result.data
    } else {
      yield localHeader(entry)
      yield* compressStreamed(file, entry, onRead)
      yield descriptor(entry)
    }
    entries.push(entry)
    offset += 30 + entry.name.length + entry.compressedSize + (entry.isStreamed ? 16 : 0)
    if (offset > maxZipBytes || entry.size > maxZipBytes)
      throw tooLarge(`more than ${formatBytes(maxZipBytes)}`)
  }
  const directory = Buffer.concat(entries.map(directoryEntry))
  yield directory
  yield endRecord(entries.length, offset, directory.length)
}

const methodOf = (path: string): ZipEntry['method'] => (compressedFormats.test(path) ? stored : deflated)

const streamedEntry = ({ path }: FolderFile) => ({
  name: Buffer.from(path),
  method: methodOf(path),
  isStreamed: true,
  crc32: 0,
  compressedSize: 0,
  size: 0,
})

async function compressBuffered(file: FolderFile) {
  const content = await readFile(file.location).catch((error: unknown) => {
    throw unreadable(file.path, error)
  })
  const compressed = methodOf(file.path) === stored ? content : await deflateBuffer(content)
  const isSmaller = compressed.length < content.length
  const data = isSmaller ? compressed : content
  const entry: Partial<ZipEntry> = {
    method: isSmaller ? deflated : stored,
    isStreamed: false,
    crc32: crc32(content),
    compressedSize: data.length,
    size: content.length,
  }
  return { entry, data }
}

/** The compressed data of a file too large to buffer. Sets sizes and checksum in the entry. */
async function* compressStreamed(
  file: FolderFile,
  entry: ZipEntry,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const content = readMeasured(file, entry, onRead)
  for await (const chunk of entry.method === stored ? content : deflate(content)) {
    entry.compressedSize += chunk.length
    yield chunk
  }
}

async function* readMeasured(file: FolderFile, entry: ZipEntry, onRead: (bytes: number) => void) {
  try {
    for await (const chunk of createReadStream(file.location) as AsyncIterable<Buffer>) {
      entry.crc32 = crc32(chunk, entry.crc32)
      entry.size += chunk.length
      onRead(chunk.length)
      yield chunk
    }
  } catch (error) {
    throw unreadable(file.path, error)
  }
}

async function* deflate(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const compressor = createDeflateRaw()
  const feeding = pipeline(content, compressor)
  // The error surfaces below, from the stream itself.
  feeding.catch(() => {})
  yield* compressor as AsyncIterable<Buffer>
  await feeding
}

/** Maps several items at a time, and yields the results in order. */
async function* mapAhead<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result> | undefined,
  ahead: number,
) {
  const pending: (Promise<Result> | undefined)[] = []
  for (const [position, item] of items.entries()) {
    while (pending.length < ahead && position + pending.length < items.length) {
      const next = items[position + pending.length]
      const result = next === undefined ? undefined : work(next)
      // Awaited below, unless the consumer stops before.
      result?.catch(() => {})
      pending.push(result)
    }
    yield { item, result: await pending.shift() }
  }
}

/** Merges small parts, so that thousands of records of a few bytes do not each become a write. */
async function* inChunks(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const part of parts) {
    waiting.push(part)
    length += part.length
    if (length < CHUNK_BYTES) continue
    yield Buffer.concat(waiting, length)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting, length)
}
