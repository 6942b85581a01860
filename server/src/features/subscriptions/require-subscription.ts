import { isPaidFor } from '@plinth/contract/subscriptions.ts'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { listSubscriptionsOfAccount } from './store.ts'

/** Accounts that were bought can publish while a subscription is active; accounts without any can always publish. */
export async function requireSubscription(db: Database, accountId: number): Promise<void> {
  const subscriptions = await listSubscriptionsOfAccount(db, accountId)
  if (isPaidFor(subscriptions)) return
  const reasons = subscriptions.map(({ name, status }) =>
    status === 'Suspended' ? `“${name}” is suspended` : `“${name}” has ended`,
  )
  throw new Problem('payment_required', {
    detail: `Nothing can be published because the subscription ${reasons.join(' and ')}. Viewing still works.`,
  })
}
