import { ApiError } from '@plinth/contract/client.ts'
import type { Output } from '@plinth/contract/endpoint.ts'
import { redeemInvitation } from '@plinth/contract/invitations.ts'
import type { InvitationFacts, ProblemCode } from '@plinth/contract/problems.ts'
import { defaultRole } from '@plinth/contract/roles.ts'

import { call } from '../api.ts'
import { errorMessage } from '../error-message.ts'
import { isTransient } from '../query-client.ts'
import { texts } from '../texts/texts.ts'

export type JoinedAccount = Output<typeof redeemInvitation>

const pending = new Map<string, Promise<JoinedAccount>>()

interface Attempt {
  count: number
  /** Whether the user has agreed that another organisation sees who they are. */
  accept: boolean
}

/**
 * Joins the account of an invitation and returns it. A code is sent only once per attempt, because React may run an
 * effect twice and a code works only once.
 */
export function redeem(invitationCode: string, { count, accept }: Attempt): Promise<JoinedAccount> {
  const key = `${count}/${invitationCode}`
  const running = pending.get(key)
  if (running) return running
  const started = send(invitationCode, accept)
  pending.set(key, started)
  return started
}

async function send(invitationCode: string, accept: boolean): Promise<JoinedAccount> {
  if (invitationCode.trim() === '') throw new Error(texts.invitations.redemption.invalid)
  return call(redeemInvitation, { body: { invitationCode, ...(accept && { accept }) } })
}

/** What the user must agree to join, and as what; undefined for any other error. */
export function invitationToAccept(error: unknown): InvitationFacts | undefined {
  const problem = error instanceof ApiError ? error.problem : undefined
  if (problem?.code !== 'consent_required') return undefined
  const { organizationName = '', role = defaultRole, invitedBy = null } = problem
  return { organizationName, role, invitedBy }
}

const finalRefusals = new Set<ProblemCode | undefined>([
  'invalid_input',
  'invitation_unknown',
  'invitation_used',
  'invitation_deleted',
  'invitation_expired',
])

/** Whether the code can never be used again. */
export const isFinalRefusal = (error: unknown) =>
  error instanceof ApiError && finalRefusals.has(error.problem?.code)

/** How to explain a failed redemption to the user. */
export function redemptionErrorMessage(error: unknown): string {
  const { invalid } = texts.invitations.redemption
  if (!(error instanceof ApiError)) return errorMessage(error, invalid)
  // The code is malformed; the server's message would be about "values sent".
  const isMalformed = error.status === 400
  const isUnexplained = !error.problem && error.status < 500
  return isMalformed || isUnexplained ? invalid : errorMessage(error)
}

/** Errors of the network or the portal may be transient; a refusal of the invitation is not. */
export const canRetry = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && isTransient(error))
