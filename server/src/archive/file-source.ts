import { read } from 'node:fs'
import { Readable } from 'node:stream'

/** Where the bytes of a zip come from: a local file or an object store. */
export interface ByteSource {
  /**
   * Exactly `length` bytes from `start`; fewer is an error.
   * The caller owns the buffer: serving writes the gzip frame into it.
   */
  read(start: number, length: number): Promise<Buffer>
  /** The bytes from `start` up to, not including, `end`. */
  stream(start: number, end: number): Readable
}

/** A FileHandle, or only its descriptor when another thread owns the handle. */
export interface OpenFile {
  readonly fd: number
}

const STREAM_CHUNK = 256 * 1024

/** The caller closes the handle, after the last stream has ended. */
export function fileSource(handle: OpenFile): ByteSource {
  const read: ByteSource['read'] = (start, length) => readExactly(handle, Buffer.allocUnsafe(length), start)
  return { read, stream: (start, end) => streamOf(read, start, end) }
}

/** Streams a range by reading it in chunks. */
export const streamOf = (read: ByteSource['read'], start: number, end: number): Readable =>
  Readable.from(chunksOf(read, start, end), { objectMode: false })

async function* chunksOf(read: ByteSource['read'], start: number, end: number) {
  for (let at = start; at < end; at += STREAM_CHUNK) yield await read(at, Math.min(STREAM_CHUNK, end - at))
}

/** Fills the buffer from `start` on; a file that ends earlier is an error, never a short read. */
export async function readExactly(handle: OpenFile, buffer: Buffer, start: number): Promise<Buffer> {
  let filled = 0
  while (filled < buffer.length) {
    const bytesRead = await readSome(handle, buffer, filled, start + filled)
    if (bytesRead === 0)
      throw new Error(`the archive ends at byte ${start + filled}, before byte ${start + buffer.length}`)
    filled += bytesRead
  }
  return buffer
}

/**
 * The callback form costs a third less than the handle's own method, and this runs for every request.
 * `fd` is read from the handle each time: once that is closed, the number may belong to another file.
 */
function readSome(handle: OpenFile, buffer: Buffer, at: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(handle.fd, buffer, at, buffer.length - at, position, (error, bytesRead) => {
      if (error) reject(error)
      else resolve(bytesRead)
    })
  })
}
