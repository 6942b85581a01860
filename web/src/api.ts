import { createClient } from '@plinth/contract/client.ts'
import type { Call } from '@plinth/contract/client.ts'

import { fetchFromPortal } from './connection.ts'
import { takeEarlyCall } from './early-calls.ts'
import type { Session } from './sign-in/session.ts'
import { texts } from './texts/texts.ts'

let session: Session | undefined

/** From now on, calls carry this session's token. */
export function authenticateCalls(current: Session) {
  session = current
}

/** The authorization header of a call. */
export async function authorization(): Promise<{ authorization: string }> {
  if (!session) throw new Error(texts.signIn.noActiveAccount)
  return { authorization: `Bearer ${await session.token()}` }
}

export const call: Call = createClient({
  headers: ({ access }) => (access === 'public' ? {} : authorization()),
  fetch: (url, init = {}) =>
    fetchFromPortal(() => (typeof url === 'string' && takeEarlyCall(url, init)) || fetch(url, init)),
})
