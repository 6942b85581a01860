import { ApiError } from '@plinth/contract/client.ts'
import { beforeAll, describe, expect, it } from 'vitest'

import { loadFurtherTexts } from '../texts/texts.ts'
import { redemptionErrorMessage, isFinalRefusal, redeem, invitationToAccept } from './redeem.ts'

beforeAll(loadFurtherTexts)

const apiError = (status: number, problem?: object) =>
  new ApiError({ url: '/', status, statusText: '', body: problem ? JSON.stringify(problem) : '' })

describe('the message for a failed redemption', () => {
  it('is the explanation of the server, if there is one', () => {
    const used = { code: 'invitation_used', detail: 'This invitation has already been used.' }
    expect(redemptionErrorMessage(apiError(409, used))).toBe('This invitation has already been used.')
  })

  it('says that the token is invalid if there is no explanation or it is about form fields', () => {
    expect(redemptionErrorMessage(apiError(404))).toBe('Invalid invitation token')
    expect(
      redemptionErrorMessage(apiError(400, { code: 'invalid_input', detail: 'Some of the values …' })),
    ).toBe('Invalid invitation token')
  })

  it('does not blame the token for a fault of the portal', () => {
    expect(redemptionErrorMessage(apiError(502))).toBe('Bad Gateway')
  })
})

it('sends no request without a token', async () => {
  await expect(redeem(' ', { count: 1, accept: false })).rejects.toThrow('Invalid invitation token')
})

it('recognises a request for consent', () => {
  const consentRequired = {
    code: 'consent_required',
    detail: 'Send accept.',
    organizationName: 'Fabrikam',
    role: 'Viewer',
    invitedBy: 'Ada (ada@fabrikam.example)',
  }
  expect(invitationToAccept(apiError(409, consentRequired))).toEqual({
    organizationName: 'Fabrikam',
    role: 'Viewer',
    invitedBy: 'Ada (ada@fabrikam.example)',
  })
  expect(invitationToAccept(apiError(409, { code: 'invitation_used', detail: 'Used.' }))).toBeUndefined()
  expect(invitationToAccept(new TypeError('Failed to fetch'))).toBeUndefined()
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
])('knows whether a code is still usable after %i %s', (status, code, isFinal) => {
  expect(isFinalRefusal(apiError(status, { code, detail: '' }))).toBe(isFinal)
})

it('keeps the code after errors that do not come from the portal', () => {
  expect(isFinalRefusal(apiError(404))).toBe(false)
  expect(isFinalRefusal(new TypeError('Failed to fetch'))).toBe(false)
})
