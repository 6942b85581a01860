import type { Database } from '../../database/connect.ts'
import type { Revocations, Revoked } from '../../identity/revocations.ts'
import type { CacheCounters } from '../../operations/metrics/metrics.ts'
import { isAhead } from '../../shared/is-ahead.ts'
import { Pending } from '../../shared/maybe-promise.ts'
import type { MaybePromise } from '../../shared/maybe-promise.ts'
import type { CompositionLabels } from './labels.ts'
import { findComposedVersion } from './store.ts'
import type { ComposedVersion } from './store.ts'

/** How long access is not rechecked in the database. */
const cachedForMs = 30_000
const maxLabels = 10_000

interface CachedLabel {
  version: Pending<ComposedVersion | undefined>
  until: number
}

export interface CompositionCache {
  /** The version of a label that we made, while its composition works. */
  versionOf(label: string): MaybePromise<ComposedVersion | undefined>
}

interface CompositionCacheOptions {
  db: Database
  labels: CompositionLabels
  revocations: Revocations
  counters: CacheCounters
}

export function openCompositionCache(options: CompositionCacheOptions): CompositionCache {
  const { db, labels, revocations, counters } = options
  const known = new Map<string, CachedLabel>()
  revocations.onRevoked((revoked) => {
    if (revoked === 'everything') return known.clear()
    for (const [label, { version }] of known) if (isAffected(version.value, revoked)) known.delete(label)
  })
  return {
    versionOf(label) {
      const now = Date.now()
      const cached = known.get(label)
      if (cached && isAhead(cached.until, cachedForMs, now)) {
        counters.hits.value += 1
        return cached.version.value
      }
      const composed = labels.parse(label)
      if (!composed) return undefined
      counters.misses.value += 1
      const finding = findComposedVersion(db, composed)
      // Entries expire within seconds anyway, so a full cache is cleared instead of keeping track of which is oldest.
      if (known.size >= maxLabels) known.clear()
      const entry = { version: new Pending(finding), until: now + cachedForMs }
      known.set(label, entry)
      finding.then(
        (version) => version && (entry.until = Math.min(entry.until, version.expiresAt.getTime())),
        () => known.delete(label),
      )
      return finding
    },
  }
}

/** A query still running may have read the state before the change. What was not found may be back now. */
function isAffected(version: MaybePromise<ComposedVersion | undefined>, revoked: Revoked): boolean {
  if (version === undefined || version instanceof Promise) return true
  if ('composition' in revoked) return version.compositionId === revoked.composition
  if ('apiKey' in revoked) return version.apiKeyId === revoked.apiKey
  if ('userId' in revoked) return version.memberId === revoked.userId
  if ('guestsOf' in revoked) return version.accountId === revoked.guestsOf
  if ('version' in revoked) return version.publicId === revoked.version
  return 'storybook' in revoked && version.storybookPublicId === revoked.storybook
}
