import { crc32 } from 'node:zlib'

import type { RunInSlot } from '../shared/fair-slots.ts'
import type { IndexEntry } from './archive-index.ts'
import type { ByteSource } from './file-source.ts'
import { STORED } from './zip-format.ts'
import { inflateRaw, inflateRawSync } from './zlib.ts'

/** Up to this size, inflating synchronously costs less than handing it to another thread. */
const MAX_SYNC_INFLATE = 32 * 1024

const runNow: RunInSlot = (work) => work()

/**
 * The whole content, checked against its CRC32; undefined when it is larger than `maxBytes`.
 * The compressed size counts too: gigabytes of deflate data can inflate to nothing.
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

/** The whole content of an entry that is small enough to hold in memory. */
export async function readContent(
  source: ByteSource,
  entry: IndexEntry,
  runInSlot: RunInSlot = runNow,
): Promise<Buffer> {
  const bytes = await source.read(entry.offset, entry.compressedSize)
  if (entry.method === STORED) return bytes
  const options = { maxOutputLength: Math.max(1, entry.size), chunkSize: entry.size + 64 }
  const content =
    Math.max(entry.size, entry.compressedSize) <= MAX_SYNC_INFLATE
      ? inflateRawSync(bytes, options)
      : await runInSlot(() => inflateRaw(bytes, options))
  if (content.length !== entry.size) throw damaged(entry)
  return content
}

/** Entries are verified before they are indexed, so the stored archive must have changed since. */
export function damaged(entry: IndexEntry): Error {
  return new Error(`the stored archive no longer holds what was verified: ${entry.path}`)
}
