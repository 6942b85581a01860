import { promisify } from 'node:util'
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib'

import type { RunInSlot } from '../shared/fair-slots.ts'
import type { IndexEntry } from './archive-index.ts'
import type { ByteSource } from './file-source.ts'
import { STORED } from './zip-format.ts'

/** Below this, inflating right here costs less than asking another thread to do it. */
const INFLATED_HERE = 32 * 1024

const inflateElsewhere = promisify(inflateRaw)

const atOnce: RunInSlot = (work) => work()

/**
 * The whole content, checked against its CRC32; undefined when it is larger than the caller wants to hold.
 * Packed bytes count too: deflate can spend gigabytes on saying nothing.
 */
export async function readEntry(
  source: ByteSource,
  entry: IndexEntry,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (entry.size > maxBytes || entry.compressedSize > maxBytes) return undefined
  const content = await readContent(source, entry)
  if (crc32(content) !== entry.crc32) throw damaged(entry)
  return content
}

/** The whole content of an entry that is small enough to be held. */
export async function readContent(
  source: ByteSource,
  entry: IndexEntry,
  runInSlot: RunInSlot = atOnce,
): Promise<Buffer> {
  const bytes = await source.read(entry.offset, entry.compressedSize)
  if (entry.method === STORED) return bytes
  const options = { maxOutputLength: Math.max(1, entry.size), chunkSize: entry.size + 64 }
  const content =
    Math.max(entry.size, entry.compressedSize) <= INFLATED_HERE
      ? inflateRawSync(bytes, options)
      : await runInSlot(() => inflateElsewhere(bytes, options))
  if (content.length !== entry.size) throw damaged(entry)
  return content
}

/** Entries are verified before they are ever indexed, so this is storage that changed underneath. */
export function damaged(entry: IndexEntry): Error {
  return new Error(`the stored archive no longer holds what was verified: ${entry.path}`)
}
