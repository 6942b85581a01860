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

/** Passwords are looked up, and second factors are in the other room. */
const patienceForWindow = 10 * 60_000

/** Finishes a sign-in that has just come back, or starts one; then the page is left, and the promise stays open. */
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
      popupBridgeTimeout: patienceForWindow,
    },
  })
  await msal.initialize()
  const answer = await msal.handleRedirectPromise()
  const account = answer?.account ?? msal.getActiveAccount() ?? msal.getAllAccounts()[0]
  const signIn = { scopes: [defaultScope], extraScopesToConsent: [identity.apiScope] }
  if (!account) {
    await msal.loginRedirect({ ...signIn, ...(mustSelectAccount() ? { prompt: 'select_account' } : {}) })
    return pageIsLeft()
  }
  if (answer) await keepOnly(msal, account)
  msal.setActiveAccount(account)
  return sessionOf(msal, account, identity.apiScope, signIn)
}

/** The provider may have signed in somebody else than it was asked for. */
async function keepOnly(msal: PublicClientApplication, account: AccountInfo) {
  const others = msal.getAllAccounts().filter((other) => !isSame(other, account))
  for (const other of others) await msal.clearCache({ account: other })
  recordSignIn()
}

const isSame = (one: AccountInfo, other: AccountInfo) => one.homeAccountId === other.homeAccountId

type SignIn = Pick<RedirectRequest, 'scopes' | 'extraScopesToConsent'>

function sessionOf(
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
        if (!needsPerson(error)) throw asSignInError(error)
      }
      if (hasUnsavedWork()) return signInWithPopup(() => tokenFromWindow(msal, account, [apiScope]))
      await msal.acquireTokenRedirect({ ...signIn, account, prompt: 'consent' }).catch((error: unknown) => {
        throw asSignInError(error, texts.signIn.sessionExpired)
      })
      return pageIsLeft()
    },

    async tokenFor(scopes) {
      try {
        return (await msal.acquireTokenSilent({ scopes, account })).accessToken
      } catch (error) {
        throw asSignInError(error)
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

/** A window closed without signing in says nothing, so another try puts the one before it aside. */
async function tokenFromWindow(msal: PublicClientApplication, account: AccountInfo, scopes: string[]) {
  try {
    const request = { scopes, account, overrideInteractionInProgress: true }
    const answer = await msal.acquireTokenPopup(request)
    if (isSame(answer.account, account)) return answer.accessToken
    await msal.clearCache({ account: answer.account })
  } catch (error) {
    throw asSignInError(error)
  }
  throw new SignInError(texts.signIn.otherPerson(account.username))
}

/** Nothing of this page matters any more: the browser is on its way to the identity provider. */
const pageIsLeft = () => new Promise<never>(() => {})

/** Interaction or consent is needed; 65001 is the provider's own number for missing consent. */
function needsPerson(error: unknown): boolean {
  if (error instanceof InteractionRequiredAuthError) return true
  if (!(error instanceof Error)) return false
  const code = 'errorCode' in error ? error.errorCode : undefined
  const isNamed = code === 'interaction_required' || code === 'consent_required' || code === 'timed_out'
  return isNamed || /\b(AADSTS)?65001\b/.test(error.message)
}

function asSignInError(error: unknown, message = explanationOf(error)): SignInError {
  return new SignInError(message, { cause: error })
}

function explanationOf(error: unknown): string {
  if (!(error instanceof BrowserAuthError)) return texts.shell.unexpectedError
  return error.errorCode === 'no_account_error' ? texts.signIn.noAccountFound : texts.signIn.browserError
}
