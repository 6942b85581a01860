import type { Subscription } from '@plinth/contract/subscriptions.ts'

import type { SubscriptionRow } from './store.ts'

export function presentSubscription(row: SubscriptionRow): Subscription {
  return {
    subscriptionName: row.name,
    status: row.status,
    planId: row.plan_id,
    quantity: row.quantity,
    createdOn: row.created_at.toISOString(),
    lastUpdatedOn: row.updated_at.toISOString(),
    externalId: row.external_id,
  }
}
