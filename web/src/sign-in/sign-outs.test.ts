import { beforeEach, describe, expect, test, vi } from 'vitest'

import { storeLinkCode, readLinkCode } from '../link-codes.ts'
import { clearEndedSignIn, endSignIn, recordSignIn, watchSignOuts } from './sign-outs.ts'

/** Like Storage, it exposes its entries as own properties. */
function createStorage() {
  const entries: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => (entries[key] = value),
    removeItem: (key: string) => delete entries[key],
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(entries, name, { value })
  return entries as unknown as Storage
}

const openTab = () => vi.stubGlobal('sessionStorage', createStorage())
const listeners = new Map<string, (event: unknown) => void>()

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('addEventListener', (type: string, listener: (event: unknown) => void) =>
    listeners.set(type, listener),
  )
  openTab()
  return () => vi.unstubAllGlobals()
})

function signIn() {
  sessionStorage.setItem('msal.3|home|login.example|tenant', '{}')
  sessionStorage.setItem('plinth.current-account', 'abc')
  recordSignIn()
}
const personalKeys = () => Object.keys(sessionStorage).filter((key) => /^msal|current-account/.test(key))

function openLinks() {
  storeLinkCode('invitation', 'an invitation')
  storeLinkCode('purchase', 'a purchase')
}
const codes = () => [readLinkCode('invitation'), readLinkCode('purchase')]
const kept = ['an invitation', 'a purchase']
const dropped = ['', '']

describe.each(['logout', 'switch'] as const)('after a %s', (way) => {
  test('a link opened in a new tab keeps its code, also after the sign-in redirect', () => {
    signIn()
    endSignIn(way)
    openTab()
    openLinks()
    clearEndedSignIn()
    clearEndedSignIn()
    expect(codes()).toEqual(kept)
  })

  test('a link opened in a tab that was signed in keeps its code, and personal data is cleared', () => {
    signIn()
    localStorage.setItem('plinth.sign-out', `${way} in another tab`)
    openLinks()
    clearEndedSignIn()
    expect(personalKeys()).toEqual([])
    expect(codes()).toEqual(kept)
  })
})

test.each([
  ['switch', kept],
  ['logout', dropped],
] as const)('a %s clears personal data, here and in other tabs; link codes: %j', (way, left) => {
  signIn()
  openLinks()
  endSignIn(way)
  expect(personalKeys()).toEqual([])
  expect(codes()).toEqual(left)

  signIn()
  openLinks()
  watchSignOuts(() => {})
  const newValue = `${way} in another tab`
  localStorage.setItem('plinth.sign-out', newValue)
  listeners.get('storage')?.({ key: 'plinth.sign-out', newValue })
  expect(personalKeys()).toEqual([])
  expect(codes()).toEqual(left)
})
