import { expect, test } from 'vitest'

import { samePageOf } from './same-page.ts'

const owned = { publicId: 'new', role: 'Owner' } as const

test.each([
  ['/account/old/settings', '/account/new/settings'],
  ['/account/old/settings/api', '/account/new/settings/api'],
  ['/account/old/storybooks', '/account/new/storybooks'],
  ['/account/old/getting-started', '/account/new/getting-started'],
])('%s stays the same page', (from, to) => {
  expect(samePageOf(owned, from)).toBe(to)
})

test.each([
  ['/account/old/settings/webhooks/12', '/account/new/settings/webhooks'],
  ['/account/old/storybook/abc/versions', '/account/new'],
  ['/account/old/storybook/abc', '/account/new'],
  ['/account/old', '/account/new'],
  ['/account/old/nothing', '/account/new'],
])('%s, which the other account does not have, leads to %s', (from, to) => {
  expect(samePageOf(owned, from)).toBe(to)
})

test('people who only view have no Getting Started', () => {
  expect(samePageOf({ publicId: 'new', role: 'Viewer' }, '/account/old/getting-started')).toBe('/account/new')
})
