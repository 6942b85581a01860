import { offer } from './plans.ts'
import type { OperationRow, SoldRow } from './store.ts'

const year = 365 * 24 * 60 * 60 * 1000

/** A subscription in the shape of the real service. */
export function presentSold(sold: SoldRow) {
  const person = { emailId: sold.email, objectId: sold.id, tenantId: sold.tenant_id, puid: '' }
  return {
    id: sold.id,
    name: sold.name,
    publisherId: offer.publisherId,
    offerId: offer.offerId,
    planId: sold.plan_id,
    quantity: sold.quantity,
    autoRenew: true,
    isTest: true,
    isFreeTrial: false,
    allowedCustomerOperations: ['Read', 'Update', 'Delete'],
    sandboxType: 'None',
    sessionMode: 'None',
    created: sold.created_at.toISOString(),
    lastModified: sold.modified_at.toISOString(),
    saasSubscriptionStatus: sold.status,
    beneficiary: person,
    purchaser: person,
    term: {
      startDate: sold.created_at.toISOString(),
      endDate: new Date(sold.created_at.getTime() + year).toISOString(),
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

export function presentWebhook(operation: OperationRow, sold: SoldRow) {
  return {
    ...presentOperation(operation),
    operationRequestSource: 'Azure',
    subscription: presentSold(sold),
    purchaseToken: null,
  }
}
