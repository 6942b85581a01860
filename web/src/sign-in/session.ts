import type { Config } from '@plinth/contract/config.ts'

import { isSignedInHere, peekAtSignIn } from './cached-sign-in.ts'

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
  /** Lets another work account be chosen, and comes back to the start, or to where the first one was not welcome. */
  switchAccount(returnTo?: string): Promise<void>
  logout(): Promise<void>
}

export class SignInError extends Error {
  override name = 'SignInError'
}

/** The identity library is a quarter of all code on a page, and rarely needed by a tab that is signed in. */
const identityLibrary = () => import('./msal-session.ts')

/** Fetches the library beside whatever else a start needs, if it will be needed for sure. */
export function prepareSignIn() {
  // If that fails, the start itself will fail over it and say so.
  if (!isSignedInHere()) identityLibrary().catch(() => {})
}

/** Finishes a sign-in that has just come back, or starts one; then the page is left, and the promise stays open. */
export async function startSession(config: Config): Promise<Session> {
  const signIn = peekAtSignIn(config)
  const start = async () => (await identityLibrary()).startMsalSession(config)
  if (!signIn) return start()

  let started: Promise<Session> | undefined
  const full = () => (started ??= start())
  return {
    person: signIn.person,
    token: async () => peekAtSignIn(config)?.token ?? (await full()).token(),
    tokenFor: async (scopes) => (await full()).tokenFor(scopes),
    switchAccount: async (returnTo) => (await full()).switchAccount(returnTo),
    logout: async () => (await full()).logout(),
  }
}
