import { ReviewReason } from '@plinth/contract/reviews.ts'
import type { VersionReview } from '@plinth/contract/reviews.ts'
import { expect, test } from 'vitest'

import { Failure } from './failure.ts'
import { describeVerdict, findVerdict } from './verdict.ts'

const place = { account: 'a', storybook: 's', version: 'v' }
const broken = { getReview: () => Promise.reject(new Failure('unexpected', 'broken')) }

test('what the portal does not answer does not pass where review is required', async () => {
  const review: VersionReview = {
    state: 'failure',
    because: 'rejected',
    toReview: 1,
    accepted: 0,
    rejected: 2,
    baseline: null,
    decision: null,
  }
  const verdict = await findVerdict({ getReview: async () => review }, place, true)
  expect([verdict.state, describeVerdict(verdict)]).toEqual(['failure', '2 rejected, 1 to review'])
  const unknown = await findVerdict(broken, place, true)
  expect([unknown.state, describeVerdict(unknown)]).toEqual(['pending', 'how it looks is not known yet'])
  const free = await findVerdict(broken, place, false)
  expect([free.state, describeVerdict(free)]).toEqual(['success', undefined])
})

test('every reason is said in words that fit into a status of GitHub', () => {
  for (const because of ReviewReason.options) {
    const words = describeVerdict({ state: 'pending', because, toReview: 12, accepted: 12, rejected: 12 })
    expect(words === undefined).toBe(because === 'not-required')
    expect(`Published: 1200 changed in code, 1200 look different; ${words}`.length).toBeLessThanOrEqual(140)
  }
})
