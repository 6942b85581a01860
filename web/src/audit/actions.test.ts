import { expect, it } from 'vitest'

import { filterOptions, describeAction } from './actions.ts'

it.each([
  ['storybook.created', 'Storybook created'],
  ['apiKey.deleted', 'API key deleted'],
  ['api-key.deleted', 'API key deleted'],
  ['subscription.plan_changed', 'Subscription plan changed'],
  ['invited', 'Invited'],
])('reads %s as a sentence', (action, words) => {
  expect(describeAction(action)).toBe(words)
})

it('offers each kind of change, and all changes to one thing where there are several kinds', () => {
  expect(filterOptions(['apiKey.created', 'apiKey.deleted', 'operation.applied'])).toEqual([
    {
      group: 'API key',
      items: [
        { value: 'apiKey', label: 'API key: every change' },
        { value: 'apiKey.created', label: 'API key created' },
        { value: 'apiKey.deleted', label: 'API key deleted' },
      ],
    },
    { group: 'Operation', items: [{ value: 'operation.applied', label: 'Operation applied' }] },
  ])
})
