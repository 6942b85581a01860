import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Subscription } from './subscriptions.ts'
import { exactText } from './text.ts'

export const MarketplaceSubscription = z.extend(Subscription, {
  /** Null where the marketplace does not say. */
  createdOn: z.nullable(z.iso.datetime()),
  lastUpdatedOn: z.nullable(z.iso.datetime()),
  offerId: z.string(),
  beneficiaryEmail: z.nullable(z.string()),
  beneficiaryTenantId: z.nullable(z.string()),
  accountPublicId: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
})
export type MarketplaceSubscription = z.infer<typeof MarketplaceSubscription>

export const Operation = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  action: z.string(),
  status: z.string(),
  planId: z.nullable(z.string()),
  quantity: z.nullable(z.int()),
  timeStamp: z.nullable(z.string()),
})
export type Operation = z.infer<typeof Operation>

/** An id of the marketplace's own making, which becomes part of its addresses: so no dots alone. */
export const MarketplaceId = exactText.check(z.maxLength(200), z.regex(/[^.\s]/))

const SubscriptionParams = z.object({ subscription: MarketplaceId })

export const listMarketplace = endpoint({
  method: 'GET',
  path: '/api/v1/admin/marketplace',
  summary: 'All subscriptions the marketplace knows',
  access: 'admin',
  reply: z.array(MarketplaceSubscription),
})

export const resolvePurchase = endpoint({
  method: 'POST',
  path: '/api/v1/admin/marketplace/resolve',
  summary: 'The subscription behind a landing page token',
  access: 'admin',
  query: z.object({ token: exactText.check(z.minLength(1), z.maxLength(8000)) }),
  reply: MarketplaceSubscription,
})

/** What the database holds as a number of seats. */
const mostSeats = 2 ** 31 - 1

export const activateSubscription = endpoint({
  method: 'POST',
  path: '/api/v1/admin/marketplace/:subscription/activate',
  summary: 'Activate a subscription; a second call answers as the first',
  access: 'admin',
  params: SubscriptionParams,
  body: z.object({
    planId: exactText.check(z.minLength(1), z.maxLength(200)),
    quantity: z.nullish(z.int().check(z.positive(), z.maximum(mostSeats))),
  }),
  reply: MarketplaceSubscription,
})

export const getOperation = endpoint({
  method: 'GET',
  path: '/api/v1/admin/marketplace/:subscription/operations/:operation',
  summary: 'One operation as the marketplace sees it',
  access: 'admin',
  params: z.extend(SubscriptionParams, { operation: MarketplaceId }),
  reply: Operation,
})

export const listOperations = endpoint({
  method: 'GET',
  path: '/api/v1/admin/marketplace/:subscription/operations',
  summary: 'What the marketplace told the portal about a subscription, newest first',
  access: 'admin',
  params: SubscriptionParams,
  reply: z.array(
    z.object({
      id: z.string(),
      subscriptionId: z.string(),
      action: z.string(),
      receivedAt: z.iso.datetime(),
      /** Null until its effect is there. */
      settledAt: z.nullable(z.iso.datetime()),
      /** The message as it came. */
      payload: z.looseObject({}),
    }),
  ),
})

/** The payload is the marketplace's own and read leniently. */
export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/admin/marketplace/webhook',
  summary: 'What the marketplace tells us; takes its own JWT and nothing else',
  access: 'marketplace',
  body: z.looseObject({}),
  reply: z.object({ status: z.string() }),
})
