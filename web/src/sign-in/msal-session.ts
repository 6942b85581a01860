import {
  BrowserAuthError,
  InteractionRequiredAuthError,
  ProtocolMode,
  PublicClientApplication,
} from '@azure/msal-browser'
import type { AccountInfo, RedirectRequest } from '@azure/msal-browser'
import type { Config } from '@plinth/contract/config.ts'

import { hasUnsavedWork } from '../shell/leave-blockers.ts'
import { texts } from '../texts/texts.ts'
import { signInWithPopup } from './expiry.ts'
import { defaultScope, SignInError } from './session.ts'
import type { Session } from './session.ts'
import { endSignIn, mustSelectAccount, recordSignIn } from './sign-outs.ts'

/** Long enough to look up a password or fetch a second factor. */
const popupTimeoutMs = 10 * 60_000

/** Completes a sign-in after its redirect, or starts one; then the browser leaves the page and the promise never settles. */
export async function startMsalSession({ clientId, identity }: Config): Promise<Session> {
  const msal = new PublicClientApplication({
    auth: {
      clientId,
      authority: identity.authority,
      knownAuthorities: identity.knownAuthorities,
      redirectUri: `${location.origin}/redirect.html`,
      postLogoutRedirectUri: location.origin,
      ...(identity.authorityMetadata ? { authorityMetadata: identity.authorityMetadata } : {}),
      OIDCOptions: { responseMode: 'fragment', defaultScopes: ['openid', 'profile', 'email'] },
    },
    cache: { cacheLocation: 'sessionStorage' },
    system: {
      protocolMode: identity.protocolMode === 'OIDC' ? ProtocolMode.OIDC : ProtocolMode.AAD,
      popupBridgeTimeout: popupTimeoutMs,
    },
  })
  await msal.initialize()
  const result = await msal.handleRedirectPromise()
  const account = result?.account ?? msal.getActiveAccount() ?? msal.getAllAccounts()[0]
  const signIn = { scopes: [defaultScope], extraScopesToConsent: [identity.apiScope] }
  if (!account) {
    await msal.loginRedirect({ ...signIn, ...(mustSelectAccount() ? { prompt: 'select_account' } : {}) })
    return neverSettles()
  }
  if (result) await keepOnly(msal, account)
  msal.setActiveAccount(account)
  return createSession(msal, account, identity.apiScope, signIn)
}

/** The provider may have signed in another account than requested. */
async function keepOnly(msal: PublicClientApplication, account: AccountInfo) {
  const others = msal.getAllAccounts().filter((other) => !isSame(other, account))
  for (const other of others) await msal.clearCache({ account: other })
  recordSignIn()
}

const isSame = (one: AccountInfo, other: AccountInfo) => one.homeAccountId === other.homeAccountId

type SignIn = Pick<RedirectRequest, 'scopes' | 'extraScopesToConsent'>

function createSession(
  msal: PublicClientApplication,
  account: AccountInfo,
  apiScope: string,
  signIn: SignIn,
): Session {
  return {
    person: {
      name: account.name ?? account.username,
      email: account.username,
      oid: account.localAccountId,
      tenantId: account.tenantId,
    },

    async token() {
      try {
        const { accessToken } = await msal.acquireTokenSilent({ scopes: [apiScope], account })
        return accessToken
      } catch (error) {
        if (!needsInteraction(error)) throw toSignInError(error)
      }
      if (hasUnsavedWork()) return signInWithPopup(() => tokenFromPopup(msal, account, [apiScope]))
      await msal.acquireTokenRedirect({ ...signIn, account, prompt: 'consent' }).catch((error: unknown) => {
        throw toSignInError(error, texts.signIn.sessionExpired)
      })
      return neverSettles()
    },

    async tokenFor(scopes) {
      try {
        return (await msal.acquireTokenSilent({ scopes, account })).accessToken
      } catch (error) {
        throw toSignInError(error)
      }
    },

    async switchAccount(returnTo = location.origin) {
      endSignIn('switch')
      await msal.loginRedirect({ ...signIn, prompt: 'select_account', redirectStartPage: returnTo })
    },

    async logout() {
      endSignIn('logout')
      await msal.logoutRedirect({ account, ...(account.idToken ? { idTokenHint: account.idToken } : {}) })
    },
  }
}

/** MSAL does not notice that a popup was closed, so another attempt overrides the one in progress. */
async function tokenFromPopup(msal: PublicClientApplication, account: AccountInfo, scopes: string[]) {
  try {
    const request = { scopes, account, overrideInteractionInProgress: true }
    const result = await msal.acquireTokenPopup(request)
    if (isSame(result.account, account)) return result.accessToken
    await msal.clearCache({ account: result.account })
  } catch (error) {
    throw toSignInError(error)
  }
  throw new SignInError(texts.signIn.otherPerson(account.username))
}

/** The browser is leaving for the identity provider, so nothing on this page should continue. */
const neverSettles = () => new Promise<never>(() => {})

/** Interaction or consent is needed; 65001 is the provider's code for missing consent. */
function needsInteraction(error: unknown): boolean {
  if (error instanceof InteractionRequiredAuthError) return true
  if (!(error instanceof Error)) return false
  const code = 'errorCode' in error ? error.errorCode : undefined
  const isNamed = code === 'interaction_required' || code === 'consent_required' || code === 'timed_out'
  return isNamed || /\b(AADSTS)?65001\b/.test(error.message)
}

function toSignInError(error: unknown, message = messageOf(error)): SignInError {
  return new SignInError(message, { cause: error })
}

function messageOf(error: unknown): string {
  if (!(error instanceof BrowserAuthError)) return texts.shell.unexpectedError
  return error.errorCode === 'no_account_error' ? texts.signIn.noAccountFound : texts.signIn.browserError
}
