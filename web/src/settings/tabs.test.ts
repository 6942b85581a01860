import { expect, test } from 'vitest'

import { tabOf } from './tabs.ts'

test.each(['api', 'subscriptions', 'audit'])('%s opens its own tab', (name) => {
  expect(tabOf(name, true)).toBe(name)
})

test.each([undefined, 'general', 'users', 'no-such-tab', 'API'])('%s opens General', (name) => {
  expect(tabOf(name, true)).toBe('general')
})

test('audit opens General for users who are not Owners', () => {
  expect(tabOf('audit', false)).toBe('general')
})
