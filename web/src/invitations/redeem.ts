import { ApiError } from '@plinth/contract/client.ts'
import { redeemInvitation } from '@plinth/contract/invitations.ts'
import type { ProblemCode } from '@plinth/contract/problems.ts'

import { call } from '../api.ts'
import { errorMessage } from '../error-message.ts'
import { isTransient } from '../query-client.ts'
import { texts } from '../texts/texts.ts'

const underWay = new Map<string, Promise<string>>()

interface Attempt {
  count: number
  /** Whether the person has agreed to be seen by another organisation. */
  accept: boolean
}

/**
 * Joins the account an invitation is for, and answers with that account's id. However often it is asked for,
 * a code is sent once per attempt: a page may be rendered twice, and a code may not be used twice.
 */
export function redeem(invitationCode: string, { count, accept }: Attempt): Promise<string> {
  const name = `${count}/${invitationCode}`
  const running = underWay.get(name)
  if (running) return running
  const started = send(invitationCode, accept)
  underWay.set(name, started)
  return started
}

async function send(invitationCode: string, accept: boolean): Promise<string> {
  if (invitationCode.trim() === '') throw new Error(texts.invitations.redemption.invalid)
  const { accountPublicId } = await call(redeemInvitation, {
    body: { invitationCode, ...(accept && { accept }) },
  })
  return accountPublicId
}

/** The organisation that a person has to agree to join; undefined for any other refusal. */
export function consentRequester(error: unknown): string | undefined {
  const problem = error instanceof ApiError ? error.problem : undefined
  return problem?.code === 'consent_required' ? problem.organizationName : undefined
}

const finalRefusals = new Set<ProblemCode | undefined>([
  'invalid_input',
  'invitation_unknown',
  'invitation_used',
  'invitation_deleted',
  'invitation_expired',
])

/** Whether the portal has said that this code will let nobody in any more. */
export const isFinalRefusal = (error: unknown) =>
  error instanceof ApiError && finalRefusals.has(error.problem?.code)

/** What to tell somebody whose invitation did not work. */
export function redemptionErrorMessage(error: unknown): string {
  const { invalid } = texts.invitations.redemption
  if (!(error instanceof ApiError)) return errorMessage(error, invalid)
  // A code of a shape that no invitation has: the server's words would be about "values sent".
  const isMalformed = error.status === 400
  const isUnexplained = !error.problem && error.status < 500
  return isMalformed || isUnexplained ? invalid : errorMessage(error)
}

/** A fault of the network or of the portal may pass; an answer about the invitation stays as it is. */
export const canRetry = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && isTransient(error))
