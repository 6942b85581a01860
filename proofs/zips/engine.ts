import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import { decodeIndex } from '../../server/src/archive/archive-index.ts'
import type { IndexEntry } from '../../server/src/archive/archive-index.ts'
import { fileSource } from '../../server/src/archive/file-source.ts'
import type { ByteSource } from '../../server/src/archive/file-source.ts'
import { readArchive } from '../../server/src/archive/ingest-archive.ts'
import { defaultArchiveLimits } from '../../server/src/archive/limits.ts'
import { ArchiveRefusal } from '../../server/src/archive/refusal.ts'
import { serveEntry } from '../../server/src/archive/serve-entry.ts'
import type { Files } from './yauzl.ts'

/** Reads a zip on disk: its files, or why it is refused. */
export type Engine = (path: string, signal: AbortSignal) => Promise<Files | ArchiveRefusal>

/**
 * What publishing does with an upload, threads included, and what is served of it then. Only the page that a site needs
 * is not asked for, so that the archives of test suites get as far as those of Storybooks.
 */
export const plinthEngine: Engine = async (path, signal) => {
  const handle = await open(path)
  try {
    const { index } = await readArchive(handle, defaultArchiveLimits, { signal })
    const files = new Map<string, Buffer>()
    const source = fileSource(handle)
    for (const entry of decodeIndex(index).entries.values()) {
      files.set(entry.path, await serveInBothForms(source, entry))
    }
    return files
  } catch (error) {
    if (error instanceof ArchiveRefusal) return error
    throw error
  } finally {
    await handle.close()
  }
}

async function serveInBothForms(source: ByteSource, entry: IndexEntry): Promise<Buffer> {
  const plain = await serve(source, entry)
  const packed = await serve(source, entry, 'gzip')
  const unpacked = entry.method === 8 ? gunzipSync(packed) : packed
  if (!unpacked.equals(plain)) throw new Error(`${entry.path} is served in two forms that differ`)
  return plain
}

async function serve(source: ByteSource, entry: IndexEntry, acceptEncoding?: string): Promise<Buffer> {
  const { body, headers } = await serveEntry({ source, entry }, { method: 'GET', acceptEncoding })
  const bytes = body instanceof Readable ? await buffer(body) : (body ?? Buffer.alloc(0))
  if (headers['content-length'] !== String(bytes.length))
    throw new Error(`${entry.path} has a wrong Content-Length`)
  return bytes
}
