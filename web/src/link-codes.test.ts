import { expect, it } from 'vitest'

import { findLinkCode } from './link-codes.ts'

const at = (address: string) => findLinkCode(new URL(address, 'http://plinth.localhost'))

it.each([
  ['/acceptInvite/abc123', 'invitation', 'abc123', '/acceptInvite'],
  ['/ACCEPTINVITE/abc123?x=1#y', 'invitation', 'abc123', '/acceptInvite'],
  ['/acceptInvite/abc%2F123', 'invitation', 'abc/123', '/acceptInvite'],
  ['/acceptInvite/abc/more', 'invitation', 'abc/more', '/acceptInvite'],
  ['/acceptInvite//abc', 'invitation', 'abc', '/acceptInvite'],
  ['/acceptInvite/%zz', 'invitation', '%zz', '/acceptInvite'],
  ['/signup?token=a%2Bb%3D%3D&other=1', 'purchase', 'a+b==', '/signup'],
  ['/signup/?token=abc', 'purchase', 'abc', '/signup'],
  ['/share#abc123', 'share', 'abc123', '/share'],
  ['/Share/?path=/story/a--b#abc123', 'share', 'abc123', '/share?path=/story/a--b'],
])('%s has a code, which is removed from the address', (address, kind, code, shown) => {
  expect(at(address)).toEqual({ kind, code, address: shown })
})

it.each([
  '/',
  '/acceptInvite',
  '/acceptInvite/',
  '/signup',
  '/signups?token=a',
  '/share',
  '/share#',
  '/shared#abc',
  '/account/a?token=b',
])('%s has no code', (address) => {
  expect(at(address)).toBeUndefined()
})
