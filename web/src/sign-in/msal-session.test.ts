import { BrowserAuthError, InteractionRequiredAuthError } from '@azure/msal-browser'
import type { AccountInfo, AuthenticationResult, PublicClientApplication } from '@azure/msal-browser'
import type { Config } from '@plinth/contract/config.ts'
import { beforeEach, expect, test, vi } from 'vitest'

import { expiryStore } from './expiry.ts'
import { startMsalSession } from './msal-session.ts'

const msal = vi.hoisted(() => ({
  initialize: vi.fn<PublicClientApplication['initialize']>(),
  handleRedirectPromise: vi.fn<PublicClientApplication['handleRedirectPromise']>(async () => null),
  getActiveAccount: () => ({ homeAccountId: 'olivia', username: 'olivia@contoso.example' }) as AccountInfo,
  setActiveAccount: vi.fn<PublicClientApplication['setActiveAccount']>(),
  acquireTokenSilent: vi.fn<PublicClientApplication['acquireTokenSilent']>(),
  acquireTokenPopup: vi.fn<PublicClientApplication['acquireTokenPopup']>(),
  clearCache: vi.fn<PublicClientApplication['clearCache']>(),
}))

vi.mock(import('@azure/msal-browser'), async (load) => ({
  ...(await load()),
  PublicClientApplication: vi.fn<() => typeof msal>(function open() {
    return msal
  }) as unknown as typeof PublicClientApplication,
}))

const config = { clientId: 'portal', identity: { apiScope: 'api://portal/Portal.Access' } } as Config

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://portal.example' })
  return () => vi.unstubAllGlobals()
})

const failures: [what: string, error: Error, message: string][] = [
  [
    'that finds nobody signed in',
    new BrowserAuthError('no_account_error', ''),
    'No active account found. Please sign in again.',
  ],
  [
    'that the browser refuses',
    new BrowserAuthError('crypto_nonexistent', ''),
    'Authentication error. Please try signing in again.',
  ],
  ['that fails for any other reason', new Error('server_error'), 'An unexpected error occurred'],
]

test.each(failures)('a token request %s: the message of the specification', async (_, error, message) => {
  msal.acquireTokenSilent.mockRejectedValue(error)
  const session = await startMsalSession(config)
  await expect(session.token()).rejects.toMatchObject({ message })
  await expect(session.tokenFor(['User.Read'])).rejects.toMatchObject({ message })
})

test('input of one person is not sent after another signs in with the popup', async () => {
  vi.stubGlobal('document', { querySelector: () => ({ role: 'dialog' }) })
  msal.acquireTokenSilent.mockRejectedValue(new InteractionRequiredAuthError('interaction_required', ''))
  const other = { homeAccountId: 'marcus', username: 'marcus@contoso.example' } as AccountInfo
  msal.acquireTokenPopup.mockResolvedValue({
    account: other,
    accessToken: 'token of Marcus',
  } as AuthenticationResult)
  const session = await startMsalSession(config)
  const token = session.token()
  await vi.waitFor(() => expect(expiryStore.read()).toBeDefined())
  await expect(expiryStore.read()?.signIn()).rejects.toMatchObject({
    message: 'This page has unsaved input of olivia@contoso.example. Please sign in as that person.',
  })
  expect(msal.clearCache).toHaveBeenCalledWith({ account: other })
  expiryStore.read()?.cancel()
  await expect(token).rejects.toMatchObject({ message: 'Your session has expired. Please sign in again.' })
})
