import type { Config } from '@plinth/contract/config.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { hasCachedSignIn, readCachedSignIn } from './cached-sign-in.ts'

const config = { clientId: 'portal', identity: { apiScope: 'api://portal/Portal.Access' } } as Config
const now = Date.parse('2026-03-01T12:00:00Z')
const seconds = (offset: number) => String(now / 1000 + offset)

const tokenKey = 'msal.3|home|login.example|accesstoken|portal|tenant|user.read api://portal/portal.access|'
const token = {
  credentialType: 'AccessToken',
  clientId: 'portal',
  homeAccountId: 'home',
  realm: 'tenant',
  target: 'User.Read api://portal/Portal.Access',
  secret: 'the token',
  expiresOn: seconds(3600),
}
const account = {
  homeAccountId: 'home',
  tenantProfiles: [
    { tenantId: 'other', localAccountId: 'guest', name: 'Olivia (guest)', username: 'guest@other.example' },
    { tenantId: 'tenant', localAccountId: 'olivia', name: 'Olivia', username: 'olivia@contoso.example' },
  ],
}

/** Fills the tab's storage. Like Storage, it exposes its entries as own properties. */
function fillStorage(entries: Record<string, unknown>, hash = '') {
  const storage = Object.fromEntries(
    Object.entries({
      'msal.version': '5',
      'msal.3.account.keys': [],
      'msal.portal.active-account-filters': {
        homeAccountId: 'home',
        localAccountId: 'olivia',
        tenantId: 'tenant',
      },
      'msal.3|home|login.example|tenant': account,
      [tokenKey]: token,
      'plinth.current-account': 'abc',
      ...entries,
    }).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  Object.defineProperty(storage, 'getItem', { value: (key: string) => storage[key] ?? null })
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('location', { hash })
}

beforeEach(() => vi.useFakeTimers({ now }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a tab that is signed in', () => {
  test('provides the person in their active tenant, and the token', () => {
    fillStorage({})
    expect(hasCachedSignIn()).toBe(true)
    expect(readCachedSignIn(config)).toEqual({
      person: { name: 'Olivia', email: 'olivia@contoso.example', oid: 'olivia', tenantId: 'tenant' },
      token: 'the token',
    })
  })
})

const needsMsal: [string, Record<string, unknown>, string?][] = [
  ['whose token expires within five minutes', { [tokenKey]: { ...token, expiresOn: seconds(299) } }],
  ['whose token is due for renewal', { [tokenKey]: { ...token, refreshOn: seconds(-1) } }],
  ['whose token has no expiry', { [tokenKey]: { ...token, expiresOn: undefined } }],
  ['with a token for another scope', { [tokenKey]: { ...token, target: 'User.Read' } }],
  ['with a token of another application', { [tokenKey]: { ...token, clientId: 'other' } }],
  ['with a token for another tenant', { [tokenKey]: { ...token, realm: 'other' } }],
  ['with a token of another person', { [tokenKey]: { ...token, homeAccountId: 'else' } }],
  ['with a key-bound token', { [tokenKey]: { ...token, credentialType: 'AccessToken_With_AuthScheme' } }],
  ['without an active account', { 'msal.portal.active-account-filters': {} }],
  ['with an unreadable entry', { [tokenKey]: '{' }],
  ['with an interaction in progress', { 'msal.portal.interaction.status': 'portal' }],
  ['that returns with a response', {}, '#code=abc&state=def'],
  ['that returns with an error', {}, '#error=access_denied'],
]

test.each(needsMsal)('a tab %s leaves it to MSAL', (_, entries, hash) => {
  fillStorage(entries, hash)
  expect(readCachedSignIn(config)).toBeUndefined()
})
