import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

import type { IndexEntry } from '../archive/archive-index.ts'
import type { ByteSource } from '../archive/file-source.ts'
import { readEntry } from '../archive/read-entry.ts'
import { injectScript, managerScript, previewScript } from './injected-scripts.ts'

/** A file of a version and where its bytes are. */
export interface StoredFile {
  entry: IndexEntry
  source: ByteSource
}

const largestPage = 2 * 1024 * 1024
/** Room before and after the data, as a zip has it: serving puts the gzip frame there. */
const margin = 32

/** A Storybook's own page with our script in it, served by the same code as every other entry. */
export async function injectedPage(
  source: ByteSource,
  entry: IndexEntry,
  portalOrigin: string,
): Promise<StoredFile> {
  const page = await readEntry(source, entry, largestPage)
  if (!page) return { entry, source }
  const script = entry.path === 'index.html' ? managerScript(portalOrigin) : previewScript
  const content = Buffer.from(injectScript(page.toString('utf8'), script))
  const packed = await promisify(deflateRaw)(content, { level: 9 })
  const bytes = Buffer.concat([Buffer.alloc(margin), packed, Buffer.alloc(margin)])
  return {
    entry: {
      path: entry.path,
      offset: margin,
      compressedSize: packed.length,
      size: content.length,
      crc32: crc32(content),
      method: 8,
    },
    source: memorySource(bytes),
  }
}

function memorySource(bytes: Buffer): ByteSource {
  return {
    read: async (start, length) => Buffer.from(bytes.subarray(start, start + length)),
    stream: (start, end) => Readable.from([Buffer.from(bytes.subarray(start, end))], { objectMode: false }),
  }
}
