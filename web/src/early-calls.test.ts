import { listAccounts } from '@plinth/contract/accounts.ts'
import { addressOf } from '@plinth/contract/client.ts'
import { listMembers } from '@plinth/contract/members.ts'
import { listStorybooks } from '@plinth/contract/storybooks.ts'
import { listSubscriptions } from '@plinth/contract/subscriptions.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { earlyCallsOf, startCalls, takeEarlyCall } from './early-calls.ts'

const params = { account: 'a1b2' }
const accounts = addressOf(listAccounts)
const storybooks = addressOf(listStorybooks, params)
const members = addressOf(listMembers, params)
const subscriptions = addressOf(listSubscriptions, params)

const asking = (token: string, method = 'GET') => ({ method, headers: { authorization: `Bearer ${token}` } })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { pathname: '/account/a1b2/storybooks' })
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (address) => Response.json({ address })),
  )
  startCalls('mine')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the calls of a page are those of its queries', () => {
  expect(earlyCallsOf('/account/a1b2/storybooks')).toEqual([accounts, storybooks, members, subscriptions])
  expect(earlyCallsOf('/account/a1b2/getting-started/')).toEqual([
    accounts,
    storybooks,
    members,
    subscriptions,
  ])
  expect(earlyCallsOf('/account/a1b2/settings/audit')).toEqual([accounts, members, subscriptions])
  expect(earlyCallsOf('/account/a1b2/settings/webhooks/7')).toEqual([accounts])
  expect(earlyCallsOf('/account/a1b2/storybook/s1/version/v1')).toEqual([accounts])
  expect(earlyCallsOf('/signup')).toEqual([])
})

test('an answer is taken once, by the sign-in that asked for it', async () => {
  const taken = await takeEarlyCall(storybooks, asking('mine'))
  expect(await taken?.json()).toEqual({ address: storybooks })
  expect(takeEarlyCall(storybooks, asking('mine'))).toBeUndefined()
  expect(takeEarlyCall(accounts, asking('of somebody else'))).toBeUndefined()
  expect(takeEarlyCall(accounts, asking('mine'))).toBeUndefined()
})

test('an answer from before a change is not taken', () => {
  expect(takeEarlyCall(`${storybooks}/s1`, asking('mine', 'DELETE'))).toBeUndefined()
  expect(takeEarlyCall(storybooks, asking('mine'))).toBeUndefined()
})

test('an answer is not taken after ten seconds', () => {
  vi.advanceTimersByTime(9999)
  expect(takeEarlyCall(storybooks, asking('mine'))).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(takeEarlyCall(members, asking('mine'))).toBeUndefined()
})
