import { expect, test } from 'vitest'

import { tabOf } from './tabs.ts'

test.each(['api', 'subscriptions', 'audit'])('%s is a tab of its own', (name) => {
  expect(tabOf(name, true)).toBe(name)
})

test.each([undefined, 'general', 'users', 'no-such-tab', 'API'])('%s opens General', (name) => {
  expect(tabOf(name, true)).toBe('general')
})

test('the audit log opens General for anybody but an Owner', () => {
  expect(tabOf('audit', false)).toBe('general')
})
