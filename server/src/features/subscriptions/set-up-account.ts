import { maxLength } from '@plinth/contract/max-length.ts'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { User } from '../../identity/store.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import type { MarketplaceSubscription } from '../../marketplace/shapes.ts'
import { findPublicId, insertAccount } from '../accounts/store.ts'
import { record } from '../audit/store.ts'
import { findActiveRole, insertMembership } from '../members/store.ts'
import { insertOrLockSubscription, updateAccountOfSubscription } from './store.ts'
import { factsOf, syncSubscription } from './sync-subscription.ts'

interface Setup {
  token: string
  organizationName: string | null
}

/**
 * Turns a landing page token into an account and returns its public id. The process may die between any two steps: each
 * step is idempotent and races are decided by constraints, so the next visit completes the setup.
 */
export async function setUpAccount(
  services: { db: Database; marketplace: Marketplace },
  actor: Actor,
  user: User,
  { token, organizationName }: Setup,
): Promise<string> {
  const { db, marketplace } = services
  const bought = await resolvePurchase(services, token)
  // Checked first, so that other tenants learn nothing about the purchase.
  if (bought.beneficiaryTenantId !== user.tenantId) throw new Problem('purchase_of_another_tenant')
  if (bought.status === 'Suspended' || bought.status === 'Unsubscribed') {
    const word = bought.status === 'Suspended' ? 'suspended' : 'cancelled'
    throw new Problem('subscription_ended', {
      detail: `This subscription is ${word}, so no account can be set up with it.`,
    })
  }
  const accountPublicId = await db
    .transaction()
    .execute((trx) => ensureAccount(trx, actor, user, bought, organizationName))
  if (bought.status === 'PendingFulfillmentStart') await activate(marketplace, bought)
  await syncSubscription(services, actor, bought.id)
  return accountPublicId
}

async function resolvePurchase({ marketplace }: { marketplace: Marketplace }, token: string) {
  const { fulfillment } = marketplace
  const purchase = await fulfillment.resolve(token)
  if (!purchase) throw new Problem('purchase_invalid')
  const subscription = purchase.subscription ?? (await fulfillment.findSubscription(purchase.id))
  if (!subscription) throw new Problem('purchase_invalid')
  return { ...subscription, name: subscription.name ?? purchase.subscriptionName }
}

/** Creates account, Owner and subscription together, or finds the existing account if this person is a member. */
async function ensureAccount(
  db: Database,
  actor: Actor,
  user: User,
  bought: MarketplaceSubscription,
  organizationName: string | null,
): Promise<string> {
  const subscription = await insertOrLockSubscription(db, bought.id, {
    ...factsOf(bought),
    status: 'PendingFulfillmentStart',
  })
  const { account_id: existing } = subscription
  if (existing !== null) {
    if (await findActiveRole(db, existing, user.id)) return findPublicId(db, existing)
    throw new Problem('forbidden', {
      detail: 'This purchase already has an account. Ask one of its Owners for an invitation.',
    })
  }
  const name = (organizationName || bought.name || 'New account').slice(0, maxLength.accountName)
  const account = await insertAccount(db, name, user.tenantId)
  await insertMembership(db, account.id, user.id, 'Owner')
  await updateAccountOfSubscription(db, subscription.id, account.id)
  await record(db, actor, { action: 'account.created', subject: name, accountId: account.id })
  return account.public_id
}

/** If two visits activate at once, one is refused and then sees that the other succeeded. */
async function activate({ fulfillment }: Marketplace, { id, planId, quantity }: MarketplaceSubscription) {
  if (await fulfillment.activate(id, { planId, quantity })) return
  const current = await fulfillment.findSubscription(id)
  if (current?.status === 'Subscribed') return
  if (current?.status === 'Suspended' || current?.status === 'Unsubscribed') {
    throw new Problem('subscription_ended')
  }
  throw new Problem('marketplace_unavailable', {
    detail: 'The marketplace did not activate the subscription.',
  })
}
