import { beforeAll, expect, it } from 'vitest'

import { loadFurtherTexts } from '../texts/texts.ts'
import { filterOptions, describeAction } from './actions.ts'

beforeAll(loadFurtherTexts)

it.each([
  ['storybook.created', 'Storybook created'],
  ['apiKey.deleted', 'API key deleted'],
  ['api-key.deleted', 'API key deleted'],
  ['subscription.plan_changed', 'Subscription plan changed'],
  ['invited', 'Invited'],
])('describes %s in words', (action, words) => {
  expect(describeAction(action)).toBe(words)
})

it('offers every kind of change, and all changes of a subject that has several kinds', () => {
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
