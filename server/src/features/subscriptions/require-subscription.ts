import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { listSubscriptionsOfAccount } from './store.ts'

const paidFor = new Set(['Subscribed', 'PendingFulfillmentStart'])

/** An account that was bought publishes while one of its subscriptions runs; one that was not publishes freely. */
export async function requireSubscription(db: Database, accountId: number): Promise<void> {
  const subscriptions = await listSubscriptionsOfAccount(db, accountId)
  if (subscriptions.length === 0 || subscriptions.some(({ status }) => paidFor.has(status))) return
  const reasons = subscriptions.map(({ name, status }) =>
    status === 'Suspended' ? `“${name}” is suspended` : `“${name}” has ended`,
  )
  throw new Problem('payment_required', {
    detail: `Nothing can be published, because the subscription ${reasons.join(' and ')}. Viewing still works.`,
  })
}
