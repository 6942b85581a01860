import { beforeEach, describe, expect, test, vi } from 'vitest'

import { storeLinkCode, readLinkCode } from '../link-codes.ts'
import { clearEndedSignIn, endSignIn, recordSignIn, watchSignOuts } from './sign-outs.ts'

/** Storage shows its entries as properties of its own. */
function aStorage() {
  const entries: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => (entries[key] = value),
    removeItem: (key: string) => delete entries[key],
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(entries, name, { value })
  return entries as unknown as Storage
}

const openTab = () => vi.stubGlobal('sessionStorage', aStorage())
const listeners = new Map<string, (event: unknown) => void>()

beforeEach(() => {
  vi.stubGlobal('localStorage', aStorage())
  vi.stubGlobal('addEventListener', (type: string, listener: (event: unknown) => void) =>
    listeners.set(type, listener),
  )
  openTab()
  return () => vi.unstubAllGlobals()
})

function signInHere() {
  sessionStorage.setItem('msal.3|home|login.example|tenant', '{}')
  sessionStorage.setItem('plinth.current-account', 'abc')
  recordSignIn()
}
const keptOfAPerson = () => Object.keys(sessionStorage).filter((key) => /^msal|current-account/.test(key))

function openLinks() {
  storeLinkCode('invitation', 'an invitation')
  storeLinkCode('purchase', 'a purchase')
}
const codes = () => [readLinkCode('invitation'), readLinkCode('purchase')]
const kept = ['an invitation', 'a purchase']
const dropped = ['', '']

describe.each(['logout', 'switch'] as const)('after a %s', (way) => {
  test('a link opened in a new tab keeps its code, also when the sign-in comes back', () => {
    signInHere()
    endSignIn(way)
    openTab()
    openLinks()
    clearEndedSignIn()
    clearEndedSignIn()
    expect(codes()).toEqual(kept)
  })

  test('a link opened in a tab that was signed in keeps its code, and nothing of the person is left', () => {
    signInHere()
    localStorage.setItem('plinth.sign-out', `${way} in another tab`)
    openLinks()
    clearEndedSignIn()
    expect(keptOfAPerson()).toEqual([])
    expect(codes()).toEqual(kept)
  })
})

test.each([
  ['switch', kept],
  ['logout', dropped],
] as const)('a %s leaves nothing of the person, here and in other tabs; codes: %j', (way, left) => {
  signInHere()
  openLinks()
  endSignIn(way)
  expect(keptOfAPerson()).toEqual([])
  expect(codes()).toEqual(left)

  signInHere()
  openLinks()
  watchSignOuts(() => {})
  const newValue = `${way} in another tab`
  localStorage.setItem('plinth.sign-out', newValue)
  listeners.get('storage')?.({ key: 'plinth.sign-out', newValue })
  expect(keptOfAPerson()).toEqual([])
  expect(codes()).toEqual(left)
})
