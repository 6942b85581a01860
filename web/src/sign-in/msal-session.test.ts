import { BrowserAuthError } from '@azure/msal-browser'
import type { AccountInfo, PublicClientApplication } from '@azure/msal-browser'
import type { Config } from '@plinth/contract/config.ts'
import { beforeEach, expect, test, vi } from 'vitest'

import { startMsalSession } from './msal-session.ts'

const msal = vi.hoisted(() => ({
  initialize: vi.fn<PublicClientApplication['initialize']>(),
  handleRedirectPromise: vi.fn<PublicClientApplication['handleRedirectPromise']>(async () => null),
  getActiveAccount: () => ({ username: 'olivia@contoso.example' }) as AccountInfo,
  setActiveAccount: vi.fn<PublicClientApplication['setActiveAccount']>(),
  acquireTokenSilent: vi.fn<PublicClientApplication['acquireTokenSilent']>(),
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

const refusals: [what: string, error: Error, says: string][] = [
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

test.each(refusals)('a token %s: the message of the specification', async (_, error, says) => {
  msal.acquireTokenSilent.mockRejectedValue(error)
  const session = await startMsalSession(config)
  await expect(session.token()).rejects.toMatchObject({ message: says })
  await expect(session.tokenFor(['User.Read'])).rejects.toMatchObject({ message: says })
})
