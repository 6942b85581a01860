import type { Config } from '@plinth/contract/config.ts'

import { logError } from '../log.ts'
import { hasCachedSignIn, readCachedSignIn } from './cached-sign-in.ts'
import type { Session } from './session.ts'
import { clearEndedSignIn, endSignIn, signOutReasonStore } from './sign-outs.ts'
import type { SignOutKind } from './sign-outs.ts'

/** The identity library is a quarter of all code on a page, and rarely needed by a tab that is signed in. */
const identityLibrary = () => import('./msal-session.ts')

/** Fetches the library beside whatever else a start needs, if it will be needed for sure. */
export function prepareSignIn() {
  clearEndedSignIn()
  // If that fails, the start itself will fail over it and say so.
  if (!hasCachedSignIn()) identityLibrary().catch(() => {})
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
    person: readCachedSignIn(config)?.person ?? (await full()).person,
    token: async () => readCachedSignIn(config)?.token ?? (await full()).token(),
    tokenFor: async (scopes) => (await full()).tokenFor(scopes),
    switchAccount: (returnTo) => leave('switch', async () => (await full()).switchAccount(returnTo)),
    logout: () => leave('logout', async () => (await full()).logout()),
  }
}

/** Whoever wants to leave has left this browser, also where the identity provider cannot be told. */
async function leave(kind: SignOutKind, tellProvider: () => Promise<void>) {
  try {
    await tellProvider()
  } catch (error) {
    logError('The identity provider could not be told of a sign-out', error)
    endSignIn(kind)
    signOutReasonStore.write('providerNotTold')
  }
}
