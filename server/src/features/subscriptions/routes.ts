import * as contract from '@plinth/contract/subscriptions.ts'
import type { Subscription } from '@plinth/contract/subscriptions.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import { setUpAccount } from './set-up-account.ts'
import { listSubscriptionsOfAccount } from './store.ts'
import type { SubscriptionRow } from './store.ts'

export function subscriptionRoutes(
  app: FastifyInstance,
  services: { db: Database; marketplace: Marketplace },
) {
  route(app, contract.listSubscriptions, async ({ account }) => {
    const rows = await listSubscriptionsOfAccount(services.db, account.id)
    return rows.map(presentSubscription)
  })

  route(app, contract.signUp, async ({ user, body, actor }) => {
    return { accountPublicId: await setUpAccount(services, actor, user, body) }
  })
}

function presentSubscription(row: SubscriptionRow): Subscription {
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
