import type { ServerResponse } from 'node:http'

import type { Party } from '../shared/account-pace.ts'
import { Problem } from './problems.ts'

/** Replies are in memory until their clients have read them. This much of each account may be. */
const maxBytes = 64 * 1024 * 1024
const retryAfter = 5

export interface UnsentReplies {
  /** Counts a reply until it is sent or its client has left. Throws a problem if too many others are unsent. */
  add(party: Party, bytes: number, response: ServerResponse): void
}

export function unsentReplies(): UnsentReplies {
  const unsent = new Map<Party, number>()
  return {
    add(party, bytes, response) {
      const others = unsent.get(party) ?? 0
      if (others > 0 && others + bytes > maxBytes) throw new Problem('rate_limited', { retryAfter })
      if (response.closed) return
      unsent.set(party, others + bytes)
      response.once('close', () => {
        const left = (unsent.get(party) ?? 0) - bytes
        if (left > 0) unsent.set(party, left)
        else unsent.delete(party)
      })
    },
  }
}
