import { createClient } from '@plinth/contract/client.ts'
import type { Call } from '@plinth/contract/client.ts'

import type { Session } from './sign-in/session.ts'
import { texts } from './texts/texts.ts'

let session: Session | undefined

/** Calls made from here on carry this session's token. */
export function authenticateCalls(signedIn: Session) {
  session = signedIn
}

/** What proves to the API who calls. */
export async function authorization(): Promise<{ authorization: string }> {
  if (!session) throw new Error(texts.signIn.noActiveAccount)
  return { authorization: `Bearer ${await session.token()}` }
}

export const call: Call = createClient({
  headers: ({ access }) => (access === 'public' ? {} : authorization()),
})
