import { offer } from './plans.ts'
import type { OperationRow, SubscriptionRow } from './store.ts'

const year = 365 * 24 * 60 * 60 * 1000

/** A subscription in the shape of the real service. */
export function presentSubscription(subscription: SubscriptionRow) {
  const person = {
    emailId: subscription.email,
    objectId: subscription.id,
    tenantId: subscription.tenant_id,
    puid: '',
  }
  return {
    id: subscription.id,
    name: subscription.name,
    publisherId: offer.publisherId,
    offerId: offer.offerId,
    planId: subscription.plan_id,
    quantity: subscription.quantity,
    autoRenew: true,
    isTest: true,
    isFreeTrial: false,
    allowedCustomerOperations: ['Read', 'Update', 'Delete'],
    sandboxType: 'None',
    sessionMode: 'None',
    created: subscription.created_at.toISOString(),
    lastModified: subscription.modified_at.toISOString(),
    saasSubscriptionStatus: subscription.status,
    beneficiary: person,
    purchaser: person,
    term: {
      startDate: subscription.created_at.toISOString(),
      endDate: new Date(subscription.created_at.getTime() + year).toISOString(),
      termUnit: 'P1Y',
    },
  }
}

export function presentOperation(operation: OperationRow) {
  return {
    id: operation.id,
    activityId: operation.id,
    subscriptionId: operation.subscription_id,
    offerId: offer.offerId,
    publisherId: offer.publisherId,
    planId: operation.plan_id,
    quantity: operation.quantity,
    action: operation.action,
    timeStamp: operation.created_at.toISOString(),
    status: operation.status,
    errorStatusCode: '',
    errorMessage: '',
  }
}

export function presentWebhook(operation: OperationRow, subscription: SubscriptionRow) {
  return {
    ...presentOperation(operation),
    operationRequestSource: 'Azure',
    subscription: presentSubscription(subscription),
    purchaseToken: null,
  }
}
