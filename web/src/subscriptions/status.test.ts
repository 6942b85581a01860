import { expect, it } from 'vitest'

import { publishingBlock, statusAppearance } from './status.ts'

it.each([
  ['PendingFulfillmentStart', 'Inactive', 'gray'],
  ['Subscribed', 'Active', 'green'],
  ['Suspended', 'Suspended', 'yellow'],
  ['Unsubscribed', 'Cancelled', 'red'],
  ['Paused', 'Unknown', 'gray'],
])('shows %s as %s in %s', (status, label, color) => {
  expect(statusAppearance(status)).toEqual({ label, color })
})

const blockFor = (...statuses: string[]) => publishingBlock(statuses.map((status) => ({ status })))

it('allows publishing without subscriptions, or with one that is or will be active', () => {
  expect(blockFor()).toBeUndefined()
  expect(blockFor('Unsubscribed', 'Subscribed')).toBeUndefined()
  expect(blockFor('Suspended', 'PendingFulfillmentStart')).toBeUndefined()
})

it('tells suspended subscriptions from those that have all ended', () => {
  expect(blockFor('Unsubscribed', 'Suspended')).toBe('suspended')
  expect(blockFor('Unsubscribed')).toBe('ended')
})
