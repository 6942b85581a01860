import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import type { MarketplaceSubscription } from '../../marketplace/shapes.ts'
import { record } from '../audit/store.ts'
import { findSubscription, updateSubscription } from './store.ts'
import type { SubscriptionFacts, SubscriptionRow } from './store.ts'

type SyncServices = { db: Database; marketplace: Marketplace }

/**
 * Copies the current state of a subscription from the marketplace. Messages themselves are never applied, so their
 * order and number do not matter. If another sync wrote in the meantime, the state is fetched again. Two such
 * writes end this sync: the second one read the marketplace after this sync began.
 * `inSameTransaction` runs exactly once. Subscriptions that were never set up here are left alone.
 */
export async function syncSubscription(
  services: SyncServices,
  actor: Actor,
  externalId: string,
  inSameTransaction: (trx: Database, row: SubscriptionRow | undefined) => Promise<void> = async () => {},
): Promise<void> {
  const { db } = services
  let row = await findSubscription(db, externalId)
  const stopAtRevision = (row?.revision ?? 0) + 2
  while (row && row.revision < stopAtRevision) {
    if (await trySync(services, actor, row, inSameTransaction)) return
    row = await findSubscription(db, externalId)
  }
  await db.transaction().execute((trx) => inSameTransaction(trx, row))
}

/** False if another sync wrote after the row was read. */
async function trySync(
  { db, marketplace }: SyncServices,
  actor: Actor,
  row: SubscriptionRow,
  inSameTransaction: (trx: Database, row: SubscriptionRow) => Promise<void>,
): Promise<boolean> {
  const current = await marketplace.fulfillment.findSubscription(row.external_id)
  if (!current) {
    throw new Problem('marketplace_unavailable', {
      detail: 'The marketplace no longer knows this subscription.',
    })
  }
  return db.transaction().execute(async (trx) => {
    const facts = factsOf(current)
    if (!(await updateSubscription(trx, row, facts))) return false
    const changes = describeChanges(row, facts)
    if (changes) {
      const subject = `${facts.name}: ${changes}`
      await record(trx, actor, { action: 'subscription.changed', subject, accountId: row.account_id })
    }
    await inSameTransaction(trx, row)
    return true
  })
}

export function factsOf(subscription: MarketplaceSubscription): SubscriptionFacts {
  return {
    name: subscription.name ?? subscription.id,
    offer_id: subscription.offerId,
    plan_id: subscription.planId,
    quantity: subscription.quantity,
    status: subscription.status,
    // If the marketplace sends no date, it stays the time at which the portal first saw the subscription.
    ...(subscription.created ? { created_at: subscription.created } : {}),
    updated_at: subscription.lastModified ?? new Date(),
  }
}

function describeChanges(before: SubscriptionFacts, after: SubscriptionFacts): string {
  const pairs = [
    ['', before.status, after.status],
    ['plan ', before.plan_id, after.plan_id],
    ['quantity ', before.quantity, after.quantity],
  ] as const
  return pairs
    .filter(([, from, to]) => from !== to)
    .map(([what, from, to]) => `${what}${from ?? 'none'} → ${to ?? 'none'}`)
    .join(', ')
}
