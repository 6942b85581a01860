import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import type { Readable, TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Passes bytes through unchanged, and counts and hashes them on the way. */
export class HashingStream extends Transform {
  bytes = 0
  readonly #hash = createHash('sha256')

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length
    this.#hash.update(chunk)
    done(null, chunk)
  }

  /** The SHA-256 of everything that passed; can be read once. */
  sha256(): Buffer {
    return this.#hash.digest()
  }
}

/** Reads a stream to its end for its SHA-256 alone. */
export async function sha256Of(stream: Readable): Promise<Buffer> {
  const hashing = new HashingStream()
  await pipeline(stream, hashing.resume())
  return hashing.sha256()
}
