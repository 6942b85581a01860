import type { MarketplaceSubscription, Operation, ReceivedOperation } from '@plinth/contract/marketplace.ts'

import type { MarketplaceOperation, MarketplaceSubscription as Reported } from '../../marketplace/shapes.ts'
import type { listAccountsOfSubscriptions } from '../subscriptions/store.ts'
import type { OperationRow } from './store.ts'

type AccountOfSubscription = Awaited<ReturnType<typeof listAccountsOfSubscriptions>>[number]

export function presentMarketplaceSubscription(
  subscription: Reported,
  account: AccountOfSubscription | undefined,
): MarketplaceSubscription {
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

export function presentOperation(operation: MarketplaceOperation, subscriptionId: string): Operation {
  return {
    id: operation.id,
    subscriptionId: operation.subscriptionId ?? subscriptionId,
    action: operation.action ?? 'Unknown',
    status: operation.status ?? 'Unknown',
    planId: operation.planId ?? null,
    quantity: operation.quantity,
    timeStamp: operation.timeStamp ?? null,
  }
}

export function presentReceivedOperation(row: OperationRow): ReceivedOperation {
  return {
    id: row.id,
    subscriptionId: row.subscription_external_id,
    action: row.action,
    receivedAt: row.received_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    payload: row.payload as Record<string, unknown>,
  }
}
