import { LRUCache } from 'lru-cache'

import type { BodyCache } from '../archive/serve-entry.ts'
import type { Representation } from '../archive/served-entry.ts'
import type { CacheCounters } from '../operations/metrics/metrics.ts'

/** Larger bodies are left to the operating system's file cache. */
const maxBodyBytes = 64 * 1024
/** rough cost of an entry besides its bytes */
const overheadBytes = 300

/** Caches small bodies of all versions in memory, `maxBytes` in all. */
export function hotBodies(maxBytes: number, counters: CacheCounters): BodyCache {
  const cache = new LRUCache<Representation, Buffer>({ maxSize: maxBytes })
  return {
    get(form) {
      const body = cache.get(form)
      if (body) counters.hits.value += 1
      else counters.misses.value += 1
      return body
    },
    set(form, body) {
      if (body.length > maxBodyBytes) return
      // Copied, because a small buffer is a slice of a larger one, which the cache would keep too.
      const copy = Buffer.allocUnsafeSlow(body.length)
      body.copy(copy)
      cache.set(form, copy, { size: copy.length + overheadBytes })
    },
  }
}
