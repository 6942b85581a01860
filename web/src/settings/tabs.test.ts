import { expect, test } from 'vitest'

import { isAddressOf, tabOf } from './tabs.ts'

test.each(['api', 'subscriptions', 'storage', 'retention', 'trash', 'webhooks', 'audit'])(
  '%s opens its own tab',
  (name) => {
    expect(tabOf(name, 'Owner')).toBe(name)
  },
)

test.each([undefined, 'general', 'users', 'no-such-tab', 'API'])('%s opens General', (name) => {
  expect(tabOf(name, 'Owner')).toBe('general')
})

test('tabs that a role may not see open General', () => {
  for (const name of ['audit', 'retention', 'webhooks']) expect(tabOf(name, 'User')).toBe('general')
  expect(tabOf('api', 'Viewer')).toBe('general')
  expect(tabOf('subscriptions', 'Viewer')).toBe('subscriptions')
})

test('an address that names another tab, or none, is not that of General', () => {
  for (const path of [undefined, 'general', 'users']) expect(isAddressOf('general', path)).toBe(true)
  for (const path of ['no-such-tab', 'audit']) expect(isAddressOf('general', path)).toBe(false)
  expect(isAddressOf('audit', 'audit')).toBe(true)
})
