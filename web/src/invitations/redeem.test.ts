import { ApiError } from '@plinth/contract/client.ts'
import { describe, expect, it } from 'vitest'

import { explainRefusal, redeem } from './redeem.ts'

const refusal = (status: number, problem?: object) =>
  new ApiError({ url: '/', status, statusText: '', body: problem ? JSON.stringify(problem) : '' })

describe('what somebody is told whose invitation did not work', () => {
  it('is the explanation of the server, where there is one', () => {
    const used = { code: 'invitation_used', detail: 'This invitation has been used already.' }
    expect(explainRefusal(refusal(409, used))).toBe('This invitation has been used already.')
  })

  it('is that the token is invalid, where there is none or it is about form fields', () => {
    expect(explainRefusal(refusal(404))).toBe('Invalid invitation token')
    expect(explainRefusal(refusal(400, { code: 'invalid_input', detail: 'Some of the values …' }))).toBe(
      'Invalid invitation token',
    )
  })

  it('does not blame the token for a fault of the portal', () => {
    expect(explainRefusal(refusal(502))).toBe('Bad Gateway')
  })
})

it('asks the server nothing about a token that is not there', async () => {
  await expect(redeem(' ')).rejects.toThrow('Invalid invitation token')
})
