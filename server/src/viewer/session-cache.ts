import type { Database } from '../database/connect.ts'
import type { Revocations, Revoked } from '../identity/revocations.ts'
import type { CacheCounters } from '../operations/metrics/metrics.ts'
import { isAhead } from '../shared/is-ahead.ts'
import { Pending } from '../shared/maybe-promise.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import type { SessionPayload, Signer } from './signer.ts'
import { findVersionForReader } from './store.ts'
import type { ViewableVersion } from './store.ts'

/** How long access is not rechecked in the database. */
const cachedForMs = 30_000
const maxSessions = 20_000

interface CachedSession {
  payload: SessionPayload
  version: Pending<ViewableVersion | undefined>
  until: number
}

export interface SessionCache {
  /** The version of a valid session, if the membership or share link behind it is still active. */
  versionOf(cookie: string | undefined): MaybePromise<ViewableVersion | undefined>
}

interface SessionCacheOptions {
  db: Database
  signer: Signer
  revocations: Revocations
  counters: CacheCounters
}

export function openSessionCache({ db, signer, revocations, counters }: SessionCacheOptions): SessionCache {
  const sessions = new Map<string, CachedSession>()
  revocations.onRevoked((revoked) => {
    if (revoked === 'everything') return sessions.clear()
    for (const [cookie, session] of sessions) if (isAffected(session, revoked)) sessions.delete(cookie)
  })
  return {
    versionOf(cookie) {
      if (cookie === undefined) return undefined
      const now = Date.now()
      const cached = sessions.get(cookie)
      if (cached && cached.payload.expires * 1000 > now && isAhead(cached.until, cachedForMs, now)) {
        counters.hits.value += 1
        return cached.version.value
      }
      const payload = signer.verify(cookie, 'session')
      if (!payload) return undefined
      counters.misses.value += 1
      const finding = findVersionForReader(db, payload, payload.version)
      // Entries expire within seconds anyway, so a full cache is cleared instead of keeping track of which is oldest.
      if (sessions.size >= maxSessions) sessions.clear()
      sessions.set(cookie, { payload, version: new Pending(finding), until: now + cachedForMs })
      finding.catch(() => sessions.delete(cookie))
      return finding
    },
  }
}

/**
 * A query still running may have read the state before the change. One that found nothing may have looked for a version of
 * the storybook, which is back now.
 */
function isAffected({ payload, version: { value } }: CachedSession, revoked: Revoked): boolean {
  if ('composition' in revoked || 'apiKey' in revoked) return false
  if ('version' in revoked) return payload.version === revoked.version
  if ('userId' in revoked) return 'userId' in payload && payload.userId === revoked.userId
  if ('shareLink' in revoked) return 'shareLinkId' in payload && payload.shareLinkId === revoked.shareLink
  if (value instanceof Promise) return true
  if ('guestsOf' in revoked) return 'shareLinkId' in payload && value?.accountId === revoked.guestsOf
  return value === undefined || value.storybookPublicId === revoked.storybook
}
