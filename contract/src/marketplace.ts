import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
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

/** An operation that the marketplace sent to the portal's webhook. */
export const ReceivedOperation = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  action: z.string(),
  receivedAt: z.iso.datetime(),
  /** Null until it has been applied. */
  settledAt: z.nullable(z.iso.datetime()),
  /** The message as received. */
  payload: z.looseObject({}),
})
export type ReceivedOperation = z.infer<typeof ReceivedOperation>

/** An id issued by the marketplace. It becomes part of URLs, so it must not consist of dots only. */
export const MarketplaceId = exactText.check(
  z.maxLength(maxLength.marketplaceId),
  z.regex(/[^.\s]/, 'An id has more than dots and spaces'),
)

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

/** The largest integer its database column holds. */
const maxSeats = 2 ** 31 - 1

export const activateSubscription = endpoint({
  method: 'POST',
  path: '/api/v1/admin/marketplace/:subscription/activate',
  summary: 'Activate a subscription; repeating the call is safe',
  access: 'admin',
  params: SubscriptionParams,
  body: z.object({
    planId: exactText.check(z.minLength(1), z.maxLength(maxLength.marketplaceId)),
    quantity: z.nullish(z.int().check(z.positive(), z.maximum(maxSeats))),
  }),
  reply: MarketplaceSubscription,
})

export const getOperation = endpoint({
  method: 'GET',
  path: '/api/v1/admin/marketplace/:subscription/operations/:operation',
  summary: 'An operation as the marketplace reports it',
  access: 'admin',
  params: z.extend(SubscriptionParams, { operation: MarketplaceId }),
  reply: Operation,
})

export const listOperations = endpoint({
  method: 'GET',
  path: '/api/v1/admin/marketplace/:subscription/operations',
  summary: 'The operations received from the marketplace for a subscription, newest first',
  access: 'admin',
  params: SubscriptionParams,
  reply: z.array(ReceivedOperation),
})

/** The marketplace defines the payload, so it is parsed leniently. */
export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/admin/marketplace/webhook',
  summary: 'Webhook of the marketplace; accepts only the marketplace’s own JWT',
  access: 'marketplace',
  body: z.looseObject({}),
  reply: z.object({ status: z.string() }),
})
