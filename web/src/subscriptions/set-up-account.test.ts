import { ApiError } from '@plinth/contract/client.ts'
import { expect, it } from 'vitest'

import type { Session } from '../sign-in/session.ts'
import { isFinalRefusal, setUpAccount, nextStep } from './set-up-account.ts'

const purchase = { token: ' ', graphBaseUrl: '', session: {} as Session }

it('sends nothing without a token, and says where one comes from', async () => {
  await expect(setUpAccount(purchase)).rejects.toThrow(
    'No setup token provided. Please start the setup process from Microsoft AppSource.',
  )
})

it('is the same attempt however often it is asked for, and another one only when that is meant', async () => {
  const first = setUpAccount(purchase, 2)
  expect(setUpAccount(purchase, 2)).toBe(first)
  expect(setUpAccount(purchase, 3)).not.toBe(first)
  await Promise.allSettled([first, setUpAccount(purchase, 3)])
})

const refusal = (status: number, code?: string) =>
  new ApiError({
    url: '/',
    status,
    statusText: '',
    body: code === undefined ? '' : JSON.stringify({ code, detail: '' }),
  })

it('offers to try again what may pass, and another work account where this one is not welcome', () => {
  expect(nextStep(new TypeError('Failed to fetch'))).toBe('retry')
  expect(nextStep(refusal(502))).toBe('retry')
  expect(nextStep(refusal(403))).toBe('switch')
  expect(nextStep(refusal(409))).toBeUndefined()
  expect(nextStep(new Error('No setup token provided.'))).toBeUndefined()
})

it.each([
  [400, 'invalid_input', true],
  [400, 'purchase_invalid', true],
  [409, 'subscription_ended', true],
  [403, 'purchase_of_another_tenant', false],
  [403, 'work_account_required', false],
  [401, 'token_expired', false],
  [429, 'rate_limited', false],
  [502, 'marketplace_unavailable', false],
  [404, undefined, false],
])('knows whether a token can still be of use after %i %s', (status, code, isFinal) => {
  expect(isFinalRefusal(refusal(status, code))).toBe(isFinal)
})
