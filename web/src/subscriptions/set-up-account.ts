import { ApiError } from '@plinth/contract/client.ts'
import type { ProblemCode } from '@plinth/contract/problems.ts'
import { signUp } from '@plinth/contract/subscriptions.ts'

import { call } from '../api.ts'
import { logError } from '../log.ts'
import { isTransient } from '../query-client.ts'
import type { Session } from '../sign-in/session.ts'
import { texts } from '../texts/texts.ts'
import { fetchOrganizationName } from './organization.ts'

const underWay = new Map<string, Promise<string>>()

const maxNameLength = 200

export interface Purchase {
  /** What the marketplace sent along; empty where somebody came by another way. */
  token: string
  graphBaseUrl: string
  session: Session
}

/**
 * Sets up the account of a purchase, and answers with its id. However often it is asked for, a token is sent once
 * per attempt: a page may be rendered twice. After a reload the server finds the account it made the first time.
 */
export function setUpAccount(purchase: Purchase, attempt = 1): Promise<string> {
  const name = `${attempt}/${purchase.token}`
  const running = underWay.get(name)
  if (running) return running
  const started = send(purchase)
  underWay.set(name, started)
  return started
}

async function send({ token, graphBaseUrl, session }: Purchase): Promise<string> {
  if (token.trim() === '') throw new Error(texts.subscriptions.signup.errors.noToken)
  // Only what the account is called at first depends on it, and that can be changed at any time.
  const organization = await fetchOrganizationName(graphBaseUrl, session).catch((error: unknown) => {
    logError('The account is set up without the name of the organisation', error)
    return null
  })
  const { accountPublicId } = await call(signUp, {
    body: { token, organizationName: organization?.slice(0, maxNameLength) ?? null },
  })
  return accountPublicId
}

const finalRefusals = new Set<ProblemCode | undefined>([
  'invalid_input',
  'purchase_invalid',
  'subscription_ended',
])

/** Whether the portal has said that no account can be set up with this token, whoever tries. */
export const isFinalRefusal = (error: unknown) =>
  error instanceof ApiError && finalRefusals.has(error.problem?.code)

/** What somebody can do about a setup that failed. */
export function nextStep(error: unknown): 'retry' | 'switch' | undefined {
  if (error instanceof TypeError) return 'retry'
  if (!(error instanceof ApiError)) return undefined
  if (isTransient(error)) return 'retry'
  // Another organisation's purchase, or a personal account: it takes somebody else to sign in.
  return error.status === 403 ? 'switch' : undefined
}
