import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

import { maxBufferedBytes } from '../../settings/upload-limits.ts'
import type { IndexEntry } from '../archive-index.ts'
import type { ByteSource } from '../file-source.ts'
import { brotliRepresentation } from '../served-entry.ts'
import type { Representation } from '../served-entry.ts'
import type { PackedEntry } from './pack-index.ts'

/** The Brotli form of a file. */
export interface BrotliForm {
  representation: Representation
  /** A large body is streamed, unless `isWhole`. */
  read(isWhole: boolean): Promise<Buffer | Readable>
}

/** The pack does not hold what was written to it. */
export class PackDamaged extends Error {
  override name = 'PackDamaged'

  constructor(what: string) {
    super(`the pack no longer holds what was written: ${what}`)
  }
}

/**
 * The form of an entry in a pack. Brotli data has no checksum of its own, so every body is checked before its last byte
 * is sent. `onFailure` is told when one cannot be read.
 */
export function packedForm(
  entry: IndexEntry,
  packed: PackedEntry,
  source: ByteSource,
  onFailure: (error: unknown) => void,
): BrotliForm {
  const { offset, length } = packed
  let isChecked = false

  async function checked<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading
    } catch (error) {
      onFailure(error)
      throw error
    }
  }

  async function* pieces(): AsyncGenerator<Buffer> {
    const stored = source.stream(offset, offset + length)
    const reading: AsyncIterator<Buffer> = stored[Symbol.asyncIterator]()
    let sum = 0
    let left = length
    const next = async () => {
      const { done, value } = await reading.next()
      if (done) return undefined
      sum = crc32(value, sum)
      left -= value.length
      if (left <= 0 && sum !== packed.crc32) throw new PackDamaged(entry.path)
      return value
    }
    try {
      for (;;) {
        const piece = await checked(next())
        if (piece === undefined) return
        // A client that disconnects ends this with an error, which is none of the pack's.
        yield piece
      }
    } finally {
      stored.destroy()
    }
  }

  async function whole(): Promise<Buffer> {
    const body = await source.read(offset, length)
    if (crc32(body) !== packed.crc32) throw new PackDamaged(entry.path)
    return body
  }

  async function read(isWhole: boolean): Promise<Buffer | Readable> {
    if (isWhole || length <= maxBufferedBytes) return checked(whole())
    // Read once before anything of it is sent: then a damaged one can still be replaced by the file in the archive.
    if (!isChecked) for await (const piece of pieces()) void piece
    isChecked = true
    return Readable.from(pieces(), { objectMode: false })
  }

  return { representation: brotliRepresentation(entry, packed), read }
}

/** A form that is in memory anyway. */
export const bufferedForm = (entry: IndexEntry, body: Buffer): BrotliForm => ({
  representation: brotliRepresentation(entry, { length: body.length, crc32: crc32(body) }),
  read: async () => body,
})
