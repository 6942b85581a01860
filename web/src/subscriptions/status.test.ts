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

const having = (...statuses: string[]) => publishingBlock(statuses.map((status) => ({ status })))

it('lets an account work that was not bought, or has one subscription that is or will be active', () => {
  expect(having()).toBeUndefined()
  expect(having('Unsubscribed', 'Subscribed')).toBeUndefined()
  expect(having('Suspended', 'PendingFulfillmentStart')).toBeUndefined()
})

it('says whether the subscriptions are suspended, which can be mended, or have all ended', () => {
  expect(having('Unsubscribed', 'Suspended')).toBe('suspended')
  expect(having('Unsubscribed')).toBe('ended')
})
