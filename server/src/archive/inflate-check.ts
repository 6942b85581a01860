import { constants, crc32 } from 'node:zlib'
import type { InflateRaw } from 'node:zlib'

import { releaseMemory } from '../shared/release-memory.ts'
import { nameOf } from './local-header.ts'
import { ArchiveRefusal } from './refusal.ts'
import type { PlannedEntry } from './verify-plan.ts'
import { createInflateRaw, inflateRawSync } from './zlib.ts'

/** Larger entries are inflated in pieces, so that memory does not depend on the size an entry claims. */
export const MAX_SMALL_ENTRY = 64 * 1024

const { Z_FINISH } = constants
const PIECE = 64 * 1024

/** Smaller output buffers would be slices of Node's pool, whose memory cannot be released one by one. */
const UNPOOLED = Buffer.poolSize / 2

/** The type declarations do not know the result of `info: true`. */
interface Inflated {
  buffer: Buffer
  engine: InflateRaw
}

/** Inflates in one call: with thousands of small entries, a stream for each would cost more than the inflating. */
export function inflateSmall(data: Buffer, entry: PlannedEntry): void {
  // Some slack, or zlib allocates a second buffer only to learn that it is done.
  const chunkSize = Math.max(entry.size + 64, UNPOOLED)
  let inflated: Inflated
  try {
    inflated = inflateRawSync(data, {
      info: true,
      maxOutputLength: Math.max(1, entry.size),
      chunkSize,
    }) as unknown as Inflated
  } catch (error) {
    throw inflateFailure(error, entry)
  }
  const { buffer, engine } = inflated
  const { length } = buffer
  const crc = crc32(buffer)
  releaseMemory(buffer, chunkSize)
  checkInflated(entry, length, crc, engine.bytesWritten)
}

interface Engine {
  inflate: InflateRaw
  closed: Promise<void>
  failure: unknown
  take: (piece: Buffer) => void
}

/** Reused for the next large entry: creating an inflate stream is expensive. */
let spare: Engine | undefined

function openEngine(): Engine {
  const inflate = createInflateRaw({ chunkSize: PIECE })
  const engine: Engine = {
    inflate,
    closed: new Promise((resolve) => inflate.once('close', resolve)),
    failure: undefined,
    take: () => undefined,
  }
  inflate.on('error', (error) => (engine.failure ??= error))
  inflate.on('data', (piece: Buffer) => engine.take(piece))
  return engine
}

/** Inflates in pieces and stops at the first byte beyond the stated size, so that a zip bomb does no harm. */
export async function inflateLarge(
  pieces: Iterable<Buffer>,
  entry: PlannedEntry,
  stop: Int32Array,
): Promise<void> {
  const engine = spare ?? openEngine()
  spare = undefined
  const { inflate, closed } = engine
  const before = inflate.bytesWritten
  let length = 0
  let crc = 0
  engine.take = (piece) => {
    length += piece.length
    crc = crc32(piece, crc)
    // zlib fills one buffer after another; with its last bytes consumed, a buffer is done.
    if (piece.byteOffset + piece.length === PIECE) releaseMemory(piece, PIECE)
    if (length > entry.size || isStopped(stop)) inflate.destroy()
  }
  for (const piece of pieces) {
    if (inflate.destroyed || isStopped(stop)) break
    // The next piece is read into the same memory, so this one must be consumed first.
    await Promise.race([new Promise((resolve) => inflate.write(piece, resolve)), closed])
  }
  // With Z_FINISH, zlib reports data that ends too early.
  if (!inflate.destroyed)
    await Promise.race([new Promise<void>((resolve) => inflate.flush(Z_FINISH, resolve)), closed])
  try {
    if (isStopped(stop)) return
    if (engine.failure !== undefined) throw inflateFailure(engine.failure, entry)
    checkInflated(entry, length, crc, inflate.bytesWritten - before)
    inflate.reset()
    spare = engine
  } finally {
    if (spare !== engine) inflate.destroy()
  }
}

const isStopped = (stop: Int32Array): boolean => Atomics.load(stop, 0) !== 0

function checkInflated(entry: PlannedEntry, length: number, crc: number, consumed: number): void {
  if (length !== entry.size) throw lengthMismatch(entry)
  if (consumed !== entry.compressedSize) {
    throw new ArchiveRefusal(
      'archive_data_damaged',
      `The compressed data of ${nameOf(entry)} ends after ${consumed} of its ${entry.compressedSize} bytes. Zip it again.`,
    )
  }
  if (crc !== entry.crc32) throw crcMismatch(entry)
}

export function crcMismatch(entry: PlannedEntry): ArchiveRefusal {
  return new ArchiveRefusal(
    'archive_crc_mismatch',
    `The checksum of ${nameOf(entry)} is wrong: its content is damaged. Zip it again and upload it.`,
  )
}

function lengthMismatch(entry: PlannedEntry): ArchiveRefusal {
  return new ArchiveRefusal(
    'archive_length_mismatch',
    `The entry ${nameOf(entry)} does not unpack to the ${entry.size.toLocaleString('en')} bytes the zip states. Zip it again.`,
  )
}

/** Only zlib's data errors are the zip's fault; anything else is ours. */
function inflateFailure(error: unknown, entry: PlannedEntry): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_BUFFER_TOO_LARGE') return lengthMismatch(entry)
  if (code !== 'Z_DATA_ERROR' && code !== 'Z_BUF_ERROR' && code !== 'Z_NEED_DICT') return error
  return new ArchiveRefusal(
    'archive_data_damaged',
    `The compressed data of ${nameOf(entry)} is damaged. Zip it again and upload it.`,
  )
}
