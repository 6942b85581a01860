import * as contract from '@plinth/contract/marketplace.ts'
import type { MarketplaceSubscription as Shown } from '@plinth/contract/marketplace.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import type { MarketplaceSubscription } from '../../marketplace/shapes.ts'
import { listAccountsOfSubscriptions } from '../subscriptions/store.ts'
import { syncSubscription } from '../subscriptions/sync-subscription.ts'
import { webhookReceiver } from './receive-webhook.ts'
import { listOperationsOfSubscription } from './store.ts'

export function marketplaceRoutes(
  app: FastifyInstance,
  services: { db: Database; marketplace: Marketplace; log: Logger },
) {
  const { db, log } = services
  const { fulfillment } = services.marketplace
  const receive = webhookReceiver(services)

  const present = async (subscriptions: MarketplaceSubscription[]): Promise<Shown[]> => {
    const accounts = await listAccountsOfSubscriptions(
      db,
      subscriptions.map(({ id }) => id),
    )
    return subscriptions.map((each) =>
      presentSubscription(
        each,
        accounts.find((account) => account.external_id === each.id),
      ),
    )
  }
  const presentOne = async (subscription: MarketplaceSubscription | undefined) => {
    const [shown] = subscription ? await present([subscription]) : []
    if (!shown) throw new Problem('not_found')
    return shown
  }

  route(app, contract.listMarketplace, async () => present(await fulfillment.listSubscriptions()))

  route(app, contract.resolvePurchase, async ({ query }) => {
    const purchase = await fulfillment.resolve(query.token)
    if (!purchase) throw new Problem('purchase_invalid')
    return presentOne(purchase.subscription ?? (await fulfillment.findSubscription(purchase.id)))
  })

  route(app, contract.activateSubscription, async ({ params, body, actor }) => {
    const { planId, quantity = null } = body
    const isDone = await fulfillment.activate(params.subscription, { planId, quantity })
    const current = await fulfillment.findSubscription(params.subscription)
    if (!isDone && current?.status !== 'Subscribed') {
      throw current
        ? new Problem('conflict', {
            detail: `The marketplace refuses: the subscription is ${current.status}.`,
          })
        : new Problem('not_found')
    }
    await syncSubscription(services, actor, params.subscription)
    return presentOne(current)
  })

  route(app, contract.listOperations, async ({ params }) => {
    const rows = await listOperationsOfSubscription(db, params.subscription)
    return rows.map((row) => ({
      id: row.id,
      subscriptionId: row.subscription_external_id,
      action: row.action,
      receivedAt: row.received_at.toISOString(),
      settledAt: row.settled_at?.toISOString() ?? null,
      payload: row.payload as Record<string, unknown>,
    }))
  })

  route(app, contract.getOperation, async ({ params }) => {
    const operation = await fulfillment.findOperation(params.subscription, params.operation)
    if (!operation) throw new Problem('not_found')
    return {
      id: operation.id,
      subscriptionId: operation.subscriptionId ?? params.subscription,
      action: operation.action ?? 'Unknown',
      status: operation.status ?? 'Unknown',
      planId: operation.planId ?? null,
      quantity: operation.quantity,
      timeStamp: operation.timeStamp ?? null,
    }
  })

  route(app, contract.receiveWebhook, async ({ body, actor }, reply) => {
    const { status, afterwards } = await receive(actor, body)
    if (afterwards) {
      reply.raw.once('finish', () => {
        afterwards().catch((error: unknown) =>
          log.warn({ err: error }, 'an operation of the marketplace is not settled yet; it is tried again'),
        )
      })
    }
    return { status }
  })
}

function presentSubscription(
  subscription: MarketplaceSubscription,
  account: { public_id: string; name: string } | undefined,
): Shown {
  return {
    subscriptionName: subscription.name ?? subscription.id,
    status: subscription.status,
    planId: subscription.planId,
    quantity: subscription.quantity,
    createdOn: subscription.created?.toISOString() ?? null,
    lastUpdatedOn: (subscription.lastModified ?? subscription.created)?.toISOString() ?? null,
    externalId: subscription.id,
    offerId: subscription.offerId,
    beneficiaryEmail: subscription.beneficiaryEmail || null,
    beneficiaryTenantId: subscription.beneficiaryTenantId ?? null,
    accountPublicId: account?.public_id ?? null,
    accountName: account?.name ?? null,
  }
}
