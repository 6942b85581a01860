import { LRUCache } from 'lru-cache'

import type { BodyCache } from '../archive/serve-entry.ts'
import type { Representation } from '../archive/served-entry.ts'
import type { CacheCounters } from '../operations/metrics/metrics.ts'
import { largeBodies } from './large-bodies.ts'

/** Larger bodies are kept apart, so that they do not evict the many small ones. */
const maxSmallBytes = 64 * 1024
/** rough cost of an entry besides its bytes */
const overheadBytes = 300

/** Bodies of one account's files. */
export interface AccountBodies extends BodyCache {
  /** Keeps a large body, while it is being sent, until the returned function is called. */
  hold(body: Buffer): (() => void) | undefined
}

export interface HotBodies {
  of(account: number): AccountBodies
}

interface HotBodiesOptions {
  /** For all accounts: one half for small bodies, the other for large ones. */
  maxBytes: number
  small: CacheCounters
  large: CacheCounters
}

/** Caches the bodies of all versions that are requested often, in memory. */
export function hotBodies({
  maxBytes,
  small: smallCounters,
  large: largeCounters,
}: HotBodiesOptions): HotBodies {
  const halfBytes = Math.floor(maxBytes / 2)
  const small = new LRUCache<Representation, Buffer>({ maxSize: Math.max(1, halfBytes) })
  const large = largeBodies(halfBytes)
  return {
    of: (account) => ({
      get(form) {
        const isSmall = form.length <= maxSmallBytes
        const body = isSmall ? small.get(form) : large.get(account, form)
        const counters = isSmall ? smallCounters : largeCounters
        if (body) counters.hits.value += 1
        else counters.misses.value += 1
        return body
      },
      admit(form) {
        if (form.length > maxSmallBytes) return large.admit(account, form)
        return (body) => {
          if (!body) return
          // Copied, because a small buffer is a slice of a larger one, which the cache would keep too.
          const copy = Buffer.allocUnsafeSlow(body.length)
          body.copy(copy)
          small.set(form, copy, { size: copy.length + overheadBytes })
        }
      },
      hold: (body) => (body.length > maxSmallBytes ? large.hold(body) : undefined),
    }),
  }
}
