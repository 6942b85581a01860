import { LRUCache } from 'lru-cache'

import type { BodyCache } from '../archive/serve-entry.ts'
import type { Representation } from '../archive/served-entry.ts'
import type { CacheCounters } from '../operations/metrics/metrics.ts'

/** Larger ones are left to the disk and its own cache. */
const largestKept = 64 * 1024
/** what keeping one costs beside its bytes, roughly */
const overhead = 300

/** Keeps small files that are asked for again and again, of all versions together, up to so many bytes. */
export function hotBodies(maxBytes: number, counters: CacheCounters): BodyCache {
  const kept = new LRUCache<Representation, Buffer>({ maxSize: maxBytes })
  return {
    get(form) {
      const body = kept.get(form)
      if (body) counters.hits.value += 1
      else counters.misses.value += 1
      return body
    },
    set(form, body) {
      if (body.length > largestKept) return
      // In memory of its own: a small buffer is a slice of a larger one, which would be kept with it.
      const own = Buffer.allocUnsafeSlow(body.length)
      body.copy(own)
      kept.set(form, own, { size: own.length + overhead })
    },
  }
}
