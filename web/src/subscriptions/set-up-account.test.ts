import { ApiError } from '@plinth/contract/client.ts'
import { expect, it } from 'vitest'

import type { Session } from '../sign-in/session.ts'
import { isFinalRefusal, setUpAccount, nextStep } from './set-up-account.ts'

const purchase = { token: ' ', graphBaseUrl: '', session: {} as Session }

it('fails without a token, and sends no request', async () => {
  await expect(setUpAccount(purchase)).rejects.toThrow(
    'No setup token provided. Please start the setup process from Microsoft AppSource.',
  )
})

it('runs once per attempt', async () => {
  const first = setUpAccount(purchase, 2)
  expect(setUpAccount(purchase, 2)).toBe(first)
  expect(setUpAccount(purchase, 3)).not.toBe(first)
  await Promise.allSettled([first, setUpAccount(purchase, 3)])
})

const apiError = (status: number, code?: string) =>
  new ApiError({
    url: '/',
    status,
    statusText: '',
    body: code === undefined ? '' : JSON.stringify({ code, detail: '' }),
  })

it('offers a retry for transient errors, and another work account where this one is refused', () => {
  expect(nextStep(new TypeError('Failed to fetch'))).toBe('retry')
  expect(nextStep(apiError(502))).toBe('retry')
  expect(nextStep(apiError(403))).toBe('switch')
  expect(nextStep(apiError(409))).toBeUndefined()
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
])('knows whether a token is still usable after %i %s', (status, code, isFinal) => {
  expect(isFinalRefusal(apiError(status, code))).toBe(isFinal)
})
