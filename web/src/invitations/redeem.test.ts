import { ApiError } from '@plinth/contract/client.ts'
import { describe, expect, it } from 'vitest'

import { redemptionErrorMessage, isFinalRefusal, redeem, consentRequester } from './redeem.ts'

const refusal = (status: number, problem?: object) =>
  new ApiError({ url: '/', status, statusText: '', body: problem ? JSON.stringify(problem) : '' })

describe('what somebody is told whose invitation did not work', () => {
  it('is the explanation of the server, where there is one', () => {
    const used = { code: 'invitation_used', detail: 'This invitation has been used already.' }
    expect(redemptionErrorMessage(refusal(409, used))).toBe('This invitation has been used already.')
  })

  it('is that the token is invalid, where there is none or it is about form fields', () => {
    expect(redemptionErrorMessage(refusal(404))).toBe('Invalid invitation token')
    expect(
      redemptionErrorMessage(refusal(400, { code: 'invalid_input', detail: 'Some of the values …' })),
    ).toBe('Invalid invitation token')
  })

  it('does not blame the token for a fault of the portal', () => {
    expect(redemptionErrorMessage(refusal(502))).toBe('Bad Gateway')
  })
})

it('asks the server nothing about a token that is not there', async () => {
  await expect(redeem(' ', { count: 1, accept: false })).rejects.toThrow('Invalid invitation token')
})

it('knows a question about another organisation from a refusal', () => {
  const asked = { code: 'consent_required', detail: 'Send accept.', organizationName: 'Fabrikam' }
  expect(consentRequester(refusal(409, asked))).toBe('Fabrikam')
  expect(consentRequester(refusal(409, { code: 'invitation_used', detail: 'Used.' }))).toBeUndefined()
  expect(consentRequester(new TypeError('Failed to fetch'))).toBeUndefined()
})

it.each([
  [400, 'invalid_input', true],
  [404, 'invitation_unknown', true],
  [409, 'invitation_used', true],
  [410, 'invitation_deleted', true],
  [410, 'invitation_expired', true],
  [409, 'consent_required', false],
  [401, 'token_expired', false],
  [403, 'work_account_required', false],
  [429, 'rate_limited', false],
  [503, 'unavailable', false],
])('knows whether a code can still be of use after %i %s', (status, code, isFinal) => {
  expect(isFinalRefusal(refusal(status, { code, detail: '' }))).toBe(isFinal)
})

it('takes only the portal at its word: what fails on the way says nothing about the code', () => {
  expect(isFinalRefusal(refusal(404))).toBe(false)
  expect(isFinalRefusal(new TypeError('Failed to fetch'))).toBe(false)
})
