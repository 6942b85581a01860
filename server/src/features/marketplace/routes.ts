import * as contract from '@plinth/contract/marketplace.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { keepBinding } from '../../database/account-binding.ts'
import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import type { MarketplaceSubscription } from '../../marketplace/shapes.ts'
import { listAccountsOfSubscriptions } from '../subscriptions/store.ts'
import { syncSubscription } from '../subscriptions/sync-subscription.ts'
import { presentMarketplaceSubscription, presentOperation, presentReceivedOperation } from './present.ts'
import { webhookReceiver } from './receive-webhook.ts'
import { listOperationsOfSubscription } from './store.ts'

export function marketplaceRoutes(
  app: FastifyInstance,
  services: { db: Database; marketplace: Marketplace; log: Logger },
) {
  const { db, log } = services
  const { fulfillment } = services.marketplace
  const receive = webhookReceiver(services)

  const withAccounts = async (subscriptions: MarketplaceSubscription[]) => {
    const ids = subscriptions.map(({ id }) => id)
    const accounts = await listAccountsOfSubscriptions(db, ids)
    const accountOf = new Map(accounts.map((account) => [account.external_id, account]))
    return subscriptions.map((each) => presentMarketplaceSubscription(each, accountOf.get(each.id)))
  }
  const withAccount = async (subscription: MarketplaceSubscription | undefined) => {
    const [presented] = subscription ? await withAccounts([subscription]) : []
    if (!presented) throw new Problem('not_found')
    return presented
  }

  route(app, contract.listMarketplace, async () => withAccounts(await fulfillment.listSubscriptions()))

  route(app, contract.resolvePurchase, async ({ query }) => {
    const purchase = await fulfillment.resolve(query.token)
    if (!purchase) throw new Problem('purchase_invalid')
    return withAccount(purchase.subscription ?? (await fulfillment.findSubscription(purchase.id)))
  })

  route(app, contract.activateSubscription, async ({ params, body, actor }) => {
    const { planId, quantity = null } = body
    const isDone = await fulfillment.activate(params.subscription, { planId, quantity })
    const current = await fulfillment.findSubscription(params.subscription)
    if (!isDone && current?.status !== 'Subscribed') {
      throw current
        ? new Problem('conflict', {
            detail: `The marketplace refused: the subscription is ${current.status}.`,
          })
        : new Problem('not_found')
    }
    await syncSubscription(services, actor, params.subscription)
    return withAccount(current)
  })

  route(app, contract.listOperations, async ({ params }) => {
    const rows = await listOperationsOfSubscription(db, params.subscription)
    return rows.map(presentReceivedOperation)
  })

  route(app, contract.getOperation, async ({ params }) => {
    const operation = await fulfillment.findOperation(params.subscription, params.operation)
    if (!operation) throw new Problem('not_found')
    return presentOperation(operation, params.subscription)
  })

  route(app, contract.receiveWebhook, async ({ body, actor }, reply) => {
    const { status, afterAnswer } = await receive(actor, body)
    if (afterAnswer) {
      const settle = keepBinding(() => {
        afterAnswer().catch((error: unknown) =>
          log.warn({ err: error }, 'a marketplace operation could not be settled; it will be retried'),
        )
      })
      reply.raw.once('finish', settle)
    }
    return { status }
  })
}
