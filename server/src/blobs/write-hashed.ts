import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

import { HashingStream } from '../shared/hashing-stream.ts'

export interface WriteHashedOptions {
  signal?: AbortSignal
  writer?: (path: string) => NodeJS.WritableStream
}

const newFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600 })

/** Writes a stream to a new file and returns the SHA-256 of what was written. */
export async function writeHashed(
  from: NodeJS.ReadableStream,
  path: string,
  { signal, writer = newFile }: WriteHashedOptions = {},
): Promise<Buffer> {
  const hashing = new HashingStream()
  await pipeline(from, hashing, writer(path), signal ? { signal } : {})
  return hashing.sha256()
}
