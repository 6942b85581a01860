import * as z from 'zod/mini'

import { AccountParams } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { exactText, lineOfText } from './text.ts'

export const Subscription = z.object({
  subscriptionName: z.string(),
  /** PendingFulfillmentStart, Subscribed, Suspended or Unsubscribed; the marketplace may add others. */
  status: z.string(),
  planId: z.string(),
  quantity: z.nullable(z.int()),
  createdOn: z.iso.datetime(),
  lastUpdatedOn: z.iso.datetime(),
  externalId: z.string(),
})
export type Subscription = z.infer<typeof Subscription>

const activeStatuses = new Set(['Subscribed', 'PendingFulfillmentStart'])

/** Accounts that were bought can publish while one of their subscriptions is active; others can always publish. */
export const isPaidFor = (subscriptions: Pick<Subscription, 'status'>[]): boolean =>
  subscriptions.length === 0 || subscriptions.some(({ status }) => activeStatuses.has(status))

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/AccountManagement/subscriptions',
  summary: 'The marketplace subscriptions of an account',
  access: 'member',
  action: 'view',
  params: AccountParams,
  reply: z.array(Subscription),
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/v1/account/signup',
  summary: 'Set up the account for a marketplace purchase, or return the one already set up',
  access: 'user',
  body: z.object({
    token: exactText.check(z.minLength(1, 'No setup token provided'), z.maxLength(8000)),
    organizationName: z.nullable(lineOfText.check(z.maxLength(maxLength.accountName))),
  }),
  reply: z.object({ accountPublicId: z.string() }),
})
