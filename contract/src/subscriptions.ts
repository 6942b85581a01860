import { z } from 'zod'

import { AccountParams } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** What the marketplace says; anything else it may say one day is shown as unknown. */
export const subscriptionStatuses = [
  'PendingFulfillmentStart',
  'Subscribed',
  'Suspended',
  'Unsubscribed',
] as const

export const Subscription = z.object({
  subscriptionName: z.string(),
  status: z.string(),
  planId: z.string(),
  quantity: z.int().nullable(),
  createdOn: z.iso.datetime(),
  lastUpdatedOn: z.iso.datetime(),
  externalId: z.string(),
})
export type Subscription = z.infer<typeof Subscription>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/AccountManagement/subscriptions',
  summary: 'The marketplace subscriptions of an account',
  access: 'member',
  params: AccountParams,
  reply: z.array(Subscription),
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/v1/account/signup',
  summary: 'Set up the account of a marketplace purchase, or find it again',
  access: 'user',
  body: z.object({
    token: z.string().min(1, 'No setup token provided').max(8000),
    organizationName: z.string().trim().max(200).nullable(),
  }),
  reply: z.object({ accountPublicId: z.string() }),
})
