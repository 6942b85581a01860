import { findEntry } from '../archive/archive-index.ts'
import type { ArchiveIndex } from '../archive/archive-index.ts'
import type { ByteSource } from '../archive/file-source.ts'
import { readEntry } from '../archive/read-entry.ts'
import { readJson } from '../archive/read-json.ts'
import { releaseMemory } from '../shared/release-memory.ts'
import type { Json } from './scripts/literal-value.ts'

/** The files of a build, read from its archive. */
export interface BuildFiles {
  paths: () => Iterable<string>
  has: (path: string) => boolean
  /** Unpacked; 0 if it is missing. */
  bytes: (path: string) => number
  /** Equal for equal content. It is read from the archive's directory, so it costs nothing. */
  checksum: (path: string) => string
  /** The text of a file; undefined if it is missing or larger than `maxBytes`. */
  text: (path: string, maxBytes: number) => Promise<string | undefined>
  /** The parsed content of a JSON file; undefined if it is missing or unusable. */
  json: (path: string) => Promise<Json | undefined>
}

const maxPooledBytes = 64 * 1024

export function archivedBuild(index: ArchiveIndex, source: ByteSource): BuildFiles {
  const { entries } = index
  return {
    paths: () => entries.keys(),
    has: (path) => entries.has(path),
    bytes: (path) => entries.get(path)?.size ?? 0,
    checksum: (path) => {
      const entry = entries.get(path)
      return entry ? `${entry.crc32.toString(36)}-${entry.size.toString(36)}` : ''
    },
    text: async (path, maxBytes) => {
      const entry = entries.get(path)
      const content = entry && (await readEntry(source, entry, maxBytes))
      const text = content?.toString('utf8')
      // Larger ones have memory of their own.
      if (content && content.length > maxPooledBytes) releaseMemory(content, content.buffer.byteLength)
      return text
    },
    json: async (path) => (await readJson(source, findEntry(index, path))) as Json | undefined,
  }
}
