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

/** What a tab holds; Storage shows its entries as properties of its own. */
function tabWith(entries: Record<string, unknown>, hash = '') {
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
  test('says who it is for, in the tenant they act in, and holds their token', () => {
    tabWith({})
    expect(hasCachedSignIn()).toBe(true)
    expect(readCachedSignIn(config)).toEqual({
      person: { name: 'Olivia', email: 'olivia@contoso.example', oid: 'olivia', tenantId: 'tenant' },
      token: 'the token',
    })
  })
})

const needsTheLibrary: [string, Record<string, unknown>, string?][] = [
  ['whose token expires within five minutes', { [tokenKey]: { ...token, expiresOn: seconds(299) } }],
  ['whose token wants to be renewed already', { [tokenKey]: { ...token, refreshOn: seconds(-1) } }],
  ['whose token says nothing of its end', { [tokenKey]: { ...token, expiresOn: undefined } }],
  ['with a token for something else', { [tokenKey]: { ...token, target: 'User.Read' } }],
  ['with a token of another application', { [tokenKey]: { ...token, clientId: 'other' } }],
  ['with a token for another tenant', { [tokenKey]: { ...token, realm: 'other' } }],
  ['with a token of another person', { [tokenKey]: { ...token, homeAccountId: 'else' } }],
  ['with a key-bound token', { [tokenKey]: { ...token, credentialType: 'AccessToken_With_AuthScheme' } }],
  ['where nobody is active', { 'msal.portal.active-account-filters': {} }],
  ['that holds something unreadable', { [tokenKey]: '{' }],
  ['in the middle of an interaction', { 'msal.portal.interaction.status': 'portal' }],
  ['that comes back with an answer', {}, '#code=abc&state=def'],
  ['that comes back with a refusal', {}, '#error=access_denied'],
]

test.each(needsTheLibrary)('a tab %s leaves it to the identity library', (_, entries, hash) => {
  tabWith(entries, hash)
  expect(readCachedSignIn(config)).toBeUndefined()
})
