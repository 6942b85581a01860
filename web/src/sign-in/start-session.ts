import type { Config } from '@plinth/contract/config.ts'

import { logError } from '../log.ts'
import { hasCachedSignIn, readCachedSignIn } from './cached-sign-in.ts'
import type { Session } from './session.ts'
import { clearEndedSignIn, endSignIn, signOutReasonStore } from './sign-outs.ts'
import type { SignOutKind } from './sign-outs.ts'

/** The identity library is a quarter of a page's code, and a tab that is signed in rarely needs it. */
const identityLibrary = () => import('./msal-session.ts')

/** Starts loading the identity library early if it is sure to be needed. */
export function prepareSignIn() {
  clearEndedSignIn()
  // If this fails, startSession fails too and reports it.
  if (!hasCachedSignIn()) identityLibrary().catch(() => {})
}

/** Completes a sign-in after its redirect, or starts one; then the browser leaves the page and the promise never settles. */
export async function startSession(config: Config): Promise<Session> {
  let started: Promise<Session> | undefined
  const msalSession = () => (started ??= start())
  async function start() {
    try {
      return await (await identityLibrary()).startMsalSession(config)
    } catch (error) {
      started = undefined
      throw error
    }
  }
  return {
    person: readCachedSignIn(config)?.person ?? (await msalSession()).person,
    token: async () => readCachedSignIn(config)?.token ?? (await msalSession()).token(),
    tokenFor: async (scopes) => (await msalSession()).tokenFor(scopes),
    switchAccount: (returnTo) => signOut('switch', async () => (await msalSession()).switchAccount(returnTo)),
    logout: () => signOut('logout', async () => (await msalSession()).logout()),
  }
}

/** Signs out locally even if the identity provider cannot be reached. */
async function signOut(kind: SignOutKind, signOutAtProvider: () => Promise<void>) {
  try {
    await signOutAtProvider()
  } catch (error) {
    logError('Failed to sign out at the identity provider', error)
    endSignIn(kind)
    signOutReasonStore.write('providerUnreachable')
  }
}
