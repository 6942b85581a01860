import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createDeflateRaw, deflateRaw } from 'node:zlib'

import { unreadable } from './check-build.ts'
import { crc32 } from './crc32.ts'
import { Failure } from './failure.ts'
import type { FolderFile } from './list-files.ts'
import { DEFLATED, LARGEST, MOST_FILES, STORED } from './zip-records.ts'
import { descriptor, directoryEntry, endRecord, localHeader } from './zip-records.ts'
import type { ZipEntry } from './zip-records.ts'

export interface ZipOptions {
  /** Told of every piece of a file that has been read. */
  onRead?: (bytes: number) => void
  /** Files up to this size are held in memory whole, several at a time; larger ones pass through. */
  wholeUpTo?: number
}

const FILES_AHEAD = 8
const PIECE = 64 * 1024
const packed = /\.(?:7z|avif|br|gif|gz|ico|jpe?g|mp[34]|og[gv]|png|webm|webp|woff2?|zip)$/i
const deflateWhole = promisify(deflateRaw)

/** The files as a zip, made while it is read: nothing is kept but a few small files and the directory. */
export function zipFolder(files: readonly FolderFile[], options: ZipOptions = {}): AsyncGenerator<Buffer> {
  if (files.length > MOST_FILES) throw tooLarge(`${files.length} files`)
  return inPieces(zipParts(files, options))
}

const tooLarge = (what: string) =>
  new Failure('notABuild', `${what} are more than a zip can hold here: publish a smaller folder.`)

async function* zipParts(
  files: readonly FolderFile[],
  { onRead = () => {}, wholeUpTo = 1024 * 1024 }: ZipOptions,
): AsyncGenerator<Buffer> {
  const entries: ZipEntry[] = []
  let offset = 0
  const whole = (file: FolderFile) => (file.size > wholeUpTo ? undefined : packWhole(file))
  for await (const { item: file, result } of aheadOf(files, whole, FILES_AHEAD)) {
    const entry: ZipEntry = { ...blank(file), offset, ...result?.facts }
    if (result) {
      onRead(entry.size)
      yield localHeader(entry)
      yield result.data
    } else {
      yield localHeader(entry)
      yield* packStreamed(file, entry, onRead)
      yield descriptor(entry)
    }
    entries.push(entry)
    offset += 30 + entry.name.length + entry.compressedSize + (entry.isStreamed ? 16 : 0)
    if (offset > LARGEST || entry.size > LARGEST) throw tooLarge('4 GiB')
  }
  const directory = Buffer.concat(entries.map(directoryEntry))
  yield directory
  yield endRecord(entries.length, offset, directory.length)
}

const blank = ({ path }: FolderFile) => ({
  name: Buffer.from(path),
  method: packed.test(path) ? (STORED as typeof STORED) : (DEFLATED as typeof DEFLATED),
  isStreamed: true,
  crc32: 0,
  compressedSize: 0,
  size: 0,
})

async function packWhole(file: FolderFile) {
  const content = await readFile(file.location).catch((error: unknown) => {
    throw unreadable(file.path, error)
  })
  const deflated = packed.test(file.path) ? content : await deflateWhole(content)
  const isSmaller = deflated.length < content.length
  const data = isSmaller ? deflated : content
  const facts: Partial<ZipEntry> = {
    method: isSmaller ? DEFLATED : STORED,
    isStreamed: false,
    crc32: crc32(content),
    compressedSize: data.length,
    size: content.length,
  }
  return { facts, data }
}

/** Gives the data of a file too large to hold, and notes in the entry what it was. */
async function* packStreamed(
  file: FolderFile,
  entry: ZipEntry,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const content = measured(file, entry, onRead)
  for await (const piece of entry.method === STORED ? content : deflated(content)) {
    entry.compressedSize += piece.length
    yield piece
  }
}

async function* measured(file: FolderFile, entry: ZipEntry, onRead: (bytes: number) => void) {
  try {
    for await (const piece of createReadStream(file.location) as AsyncIterable<Buffer>) {
      entry.crc32 = crc32(piece, entry.crc32)
      entry.size += piece.length
      onRead(piece.length)
      yield piece
    }
  } catch (error) {
    throw unreadable(file.path, error)
  }
}

async function* deflated(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw()
  const feeding = pipeline(content, deflate)
  // Seen below as the error of the stream itself.
  feeding.catch(() => {})
  yield* deflate as AsyncIterable<Buffer>
  await feeding
}

/** Works on several items at a time, and gives the results in the order of the items. */
async function* aheadOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result> | undefined,
  ahead: number,
) {
  const begun: (Promise<Result> | undefined)[] = []
  for (const [position, item] of items.entries()) {
    while (begun.length < ahead && position + begun.length < items.length) {
      const next = items[position + begun.length]
      const result = next === undefined ? undefined : work(next)
      // Awaited below, unless the zip is given up before.
      result?.catch(() => {})
      begun.push(result)
    }
    yield { item, result: await begun.shift() }
  }
}

/** Thousands of records of a few bytes would each become a write of their own. */
async function* inPieces(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const part of parts) {
    waiting.push(part)
    length += part.length
    if (length < PIECE) continue
    yield Buffer.concat(waiting, length)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting, length)
}
