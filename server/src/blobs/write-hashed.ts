import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface WriteHashedOptions {
  signal?: AbortSignal
  writer?: (path: string) => NodeJS.WritableStream
}

const newFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600 })

/** Writes a stream to a new file and answers the SHA-256 of what went there. */
export async function writeHashed(
  from: NodeJS.ReadableStream,
  path: string,
  { signal, writer = newFile }: WriteHashedOptions = {},
): Promise<Buffer> {
  const hash = createHash('sha256')
  const measure = new Transform({
    transform(piece: Buffer, _, done) {
      hash.update(piece)
      done(null, piece)
    },
  })
  await pipeline(from, measure, writer(path), signal ? { signal } : {})
  return hash.digest()
}
