import { LRUCache } from 'lru-cache'

import type { ByteSource } from '../archive/file-source.ts'

/** Larger reads are left to the disk and its own cache. */
const largestKept = 64 * 1024

/** Keeps small ranges that are read again and again, of all versions together, up to so many bytes. */
export function hotRanges(maxBytes: number) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes.length + 100,
  })
  return {
    around(name: string, source: ByteSource): ByteSource {
      return {
        stream: (start, end) => source.stream(start, end),
        read(start, length) {
          if (length > largestKept) return source.read(start, length)
          const key = `${name}:${start}:${length}`
          const known = kept.get(key)
          // A copy: the reader may write into what it gets.
          if (known) return Promise.resolve(Buffer.from(known))
          return source.read(start, length).then((bytes) => {
            kept.set(key, Buffer.from(bytes))
            return bytes
          })
        },
      }
    },
  }
}
