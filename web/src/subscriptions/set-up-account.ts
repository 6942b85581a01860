import { ApiError } from '@plinth/contract/client.ts'
import { maxLength } from '@plinth/contract/max-length.ts'
import type { ProblemCode } from '@plinth/contract/problems.ts'
import { signUp } from '@plinth/contract/subscriptions.ts'

import { call } from '../api.ts'
import { logError } from '../log.ts'
import { isTransient } from '../query-client.ts'
import type { Session } from '../sign-in/session.ts'
import { texts } from '../texts/texts.ts'
import { fetchOrganizationName } from './organization.ts'

const pending = new Map<string, Promise<string>>()

export interface Purchase {
  /** The token from the marketplace; empty if the page was not opened from there. */
  token: string
  graphBaseUrl: string
  session: Session
}

/**
 * Sets up the account of a purchase and returns its id. A token is sent only once per attempt, because React may run an
 * effect twice. After a reload, the server finds the account it created the first time.
 */
export function setUpAccount(purchase: Purchase, attempt = 1): Promise<string> {
  const key = `${attempt}/${purchase.token}`
  const running = pending.get(key)
  if (running) return running
  const started = send(purchase)
  pending.set(key, started)
  return started
}

async function send({ token, graphBaseUrl, session }: Purchase): Promise<string> {
  if (token.trim() === '') throw new Error(texts.subscriptions.signup.errors.noToken)
  // It is only the account's initial name, which can be changed at any time.
  const organization = await fetchOrganizationName(graphBaseUrl, session).catch((error: unknown) => {
    logError('Failed to fetch the organisation; the account is set up without its name', error)
    return null
  })
  const { accountPublicId } = await call(signUp, {
    body: { token, organizationName: organization?.slice(0, maxLength.accountName) ?? null },
  })
  return accountPublicId
}

const finalRefusals = new Set<ProblemCode | undefined>([
  'invalid_input',
  'purchase_invalid',
  'subscription_ended',
])

/** Whether nobody can set up an account with this token any more. */
export const isFinalRefusal = (error: unknown) =>
  error instanceof ApiError && finalRefusals.has(error.problem?.code)

/** What the user can do after a failed setup. */
export function nextStep(error: unknown): 'retry' | 'switch' | undefined {
  if (error instanceof TypeError) return 'retry'
  if (!(error instanceof ApiError)) return undefined
  if (isTransient(error)) return 'retry'
  // The purchase of another organisation, or a personal account: another work account is needed.
  return error.status === 403 ? 'switch' : undefined
}
