import type { Database } from '../../database/connect.ts'
import type { Revocations } from '../../identity/revocations.ts'
import type { CacheCounters } from '../../operations/metrics/metrics.ts'
import { isAhead } from '../../shared/is-ahead.ts'
import { mayView } from '../composition/store.ts'
import type { Signer } from '../signer.ts'

/** How long a membership is not rechecked in the database. */
const cachedForMs = 30_000
const maxSessions = 20_000

interface MemberSession {
  account: string
  accountId: number
  userId: number
  expires: number
}

export interface MemberCache {
  /** The valid session of somebody who is still a member. */
  find(cookie: string | undefined): Promise<MemberSession | undefined>
}

interface MemberCacheOptions {
  db: Database
  signer: Signer
  revocations: Revocations
  counters: CacheCounters
}

export function openMemberCache({ db, signer, revocations, counters }: MemberCacheOptions): MemberCache {
  const sessions = new Map<string, { session: MemberSession; until: number }>()
  /** Counts changes of access: what was read before one is not kept. */
  let changes = 0
  revocations.onRevoked((revoked) => {
    changes += 1
    if (revoked !== 'everything' && !('userId' in revoked)) return
    sessions.clear()
  })
  return {
    async find(cookie) {
      if (cookie === undefined) return undefined
      const now = Date.now()
      const cached = sessions.get(cookie)
      if (cached && cached.session.expires * 1000 > now && isAhead(cached.until, cachedForMs, now)) {
        counters.hits.value += 1
        return cached.session
      }
      const session = signer.verify(cookie, 'picturesSession')
      if (!session) return undefined
      counters.misses.value += 1
      const before = changes
      if (!(await mayView(db, session.accountId, session.userId))) return undefined
      if (sessions.size >= maxSessions) sessions.clear()
      if (before === changes) sessions.set(cookie, { session, until: now + cachedForMs })
      return session
    },
  }
}
