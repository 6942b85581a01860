import type { Config } from '@plinth/contract/config.ts'

import { logFailure } from '../log.ts'
import { isSignedInHere, peekAtSignIn } from './cached-sign-in.ts'
import { dropEndedSignIn, endingStore, endSignIn } from './sign-outs.ts'
import type { Departure } from './sign-outs.ts'

/** Allows to read the signed-in person's profile and organisation. */
export const defaultScope = 'User.Read'

/** A signed-in person, and what can be done about being signed in. */
export interface Session {
  /** `oid` and `tenantId` together say who it is; name and address only what they are called. */
  person: { name: string; email: string; oid: string; tenantId: string }
  /**
   * A valid access token for the API, renewed when needed. If only a person can renew it, the sign-in page comes; or,
   * while something on the page is not saved, they are asked beside it.
   */
  token(): Promise<string>
  /** An access token for something else than the API, if there can be one without asking anybody. */
  tokenFor(scopes: string[]): Promise<string>
  /**
   * Ends the sign-in, lets another work account be chosen, and comes back to the start, or to where the first one was
   * not welcome. The code of a link that was opened in this tab stays.
   */
  switchAccount(returnTo?: string): Promise<void>
  /** Ends the sign-in here, in every other tab, and at the identity provider. */
  logout(): Promise<void>
}

export class SignInError extends Error {
  override name = 'SignInError'
}

/** The identity library is a quarter of all code on a page, and rarely needed by a tab that is signed in. */
const identityLibrary = () => import('./msal-session.ts')

/** Fetches the library beside whatever else a start needs, if it will be needed for sure. */
export function prepareSignIn() {
  dropEndedSignIn()
  // If that fails, the start itself will fail over it and say so.
  if (!isSignedInHere()) identityLibrary().catch(() => {})
}

/** Finishes a sign-in that has just come back, or starts one; then the page is left, and the promise stays open. */
export async function startSession(config: Config): Promise<Session> {
  let started: Promise<Session> | undefined
  const full = () => (started ??= start())
  async function start() {
    try {
      return await (await identityLibrary()).startMsalSession(config)
    } catch (error) {
      started = undefined
      throw error
    }
  }
  return {
    person: peekAtSignIn(config)?.person ?? (await full()).person,
    token: async () => peekAtSignIn(config)?.token ?? (await full()).token(),
    tokenFor: async (scopes) => (await full()).tokenFor(scopes),
    switchAccount: (returnTo) => leave('switch', async () => (await full()).switchAccount(returnTo)),
    logout: () => leave('logout', async () => (await full()).logout()),
  }
}

/** Whoever wants to leave has left this browser, also where the identity provider cannot be told. */
async function leave(departure: Departure, tellProvider: () => Promise<void>) {
  try {
    await tellProvider()
  } catch (error) {
    logFailure('The identity provider could not be told of a sign-out', error)
    endSignIn(departure)
    endingStore.write('providerNotTold')
  }
}
