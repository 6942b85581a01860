import { expect, it } from 'vitest'

import { describeAction } from './actions.ts'

it.each([
  ['storybook.created', 'Storybook created'],
  ['apiKey.deleted', 'API key deleted'],
  ['api-key.deleted', 'API key deleted'],
  ['subscription.plan_changed', 'Subscription plan changed'],
  ['invited', 'Invited'],
])('reads %s as a sentence', (action, words) => {
  expect(describeAction(action)).toBe(words)
})
