import * as contract from '@plinth/contract/subscriptions.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import { presentSubscription } from './present.ts'
import { setUpAccount } from './set-up-account.ts'
import { listSubscriptionsOfAccount } from './store.ts'

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
