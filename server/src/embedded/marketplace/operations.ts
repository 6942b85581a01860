import type { Database } from '../../database/connect.ts'
import { isPlan } from './plans.ts'
import {
  insertOperation,
  listOverdueOperations,
  lockSubscription,
  updateOpenOperation,
  updateSubscription,
} from './store.ts'
import type { OperationRow, SubscriptionRow } from './store.ts'

/** A request that the marketplace refuses, with the status and message of the response. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** How long the publisher has to decide about a change before it succeeds by itself. */
export const secondsToDecide = 10

export type Action = 'ChangePlan' | 'ChangeQuantity' | 'Suspend' | 'Reinstate' | 'Unsubscribe' | 'Renew'

/** More than anybody buys, and small enough for the column. */
export const maxSeats = 100_000

/** These wait for the publisher's decision; the others are done before the webhook is sent. */
const needDecision = new Set<string>(['ChangePlan', 'ChangeQuantity', 'Reinstate'])

const allowedStatuses: Record<Action, string[]> = {
  ChangePlan: ['Subscribed'],
  ChangeQuantity: ['Subscribed'],
  Renew: ['Subscribed'],
  Suspend: ['Subscribed'],
  Reinstate: ['Suspended'],
  Unsubscribe: ['PendingFulfillmentStart', 'Subscribed', 'Suspended'],
}

interface Change {
  planId?: unknown
  quantity?: unknown
}

/** Starts an operation; its webhook is due at once. */
export async function startOperation(
  db: Database,
  subscriptionId: string,
  action: Action,
  change: Change = {},
): Promise<OperationRow> {
  return db.transaction().execute(async (trx) => {
    const subscription = await lockSubscription(trx, subscriptionId)
    if (!subscription) throw new Refused(404, 'There is no such subscription.')
    if (!allowedStatuses[action].includes(subscription.status)) {
      throw new Refused(400, `${action} is not possible while the subscription is ${subscription.status}.`)
    }
    const { plan_id, quantity } = applyChange(subscription, action, change)
    const operation = await insertOperation(trx, {
      subscription_id: subscriptionId,
      action,
      plan_id,
      quantity,
      status: needDecision.has(action) ? 'InProgress' : 'Succeeded',
    })
    if (!operation) throw new Refused(409, 'Another change is in progress.')
    if (!needDecision.has(action)) await apply(trx, operation)
    return operation
  })
}

function applyChange(subscription: SubscriptionRow, action: Action, { planId, quantity }: Change) {
  if (action === 'ChangePlan') {
    if (!isPlan(planId) || planId === subscription.plan_id)
      throw new Refused(400, 'Choose another plan of the offer.')
    return { plan_id: planId, quantity: subscription.quantity }
  }
  if (action === 'ChangeQuantity') {
    const isSeats =
      typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0 && quantity <= maxSeats
    if (!isSeats || quantity === subscription.quantity)
      throw new Refused(400, 'Choose another number of seats.')
    return { plan_id: subscription.plan_id, quantity }
  }
  return subscription
}

/** Decides an open operation; false if it was already decided. */
export async function decideOperation(
  db: Database,
  operation: OperationRow,
  status: 'Succeeded' | 'Failed',
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockSubscription(trx, operation.subscription_id)
    const isOpen = await updateOpenOperation(trx, operation.id, status)
    if (isOpen && status === 'Succeeded') await apply(trx, operation)
    return isOpen
  })
}

/** Operations that were not decided in time succeed. */
export async function decideOverdue(db: Database): Promise<void> {
  for (const operation of await listOverdueOperations(db, secondsToDecide)) {
    await decideOperation(db, operation, 'Succeeded')
  }
}

async function apply(db: Database, { subscription_id: id, action, plan_id, quantity }: OperationRow) {
  if (action === 'ChangePlan') return updateSubscription(db, id, { plan_id })
  if (action === 'ChangeQuantity') return updateSubscription(db, id, { quantity })
  if (action === 'Suspend') return updateSubscription(db, id, { status: 'Suspended' })
  if (action === 'Reinstate') return updateSubscription(db, id, { status: 'Subscribed' })
  if (action === 'Unsubscribe') return updateSubscription(db, id, { status: 'Unsubscribed' })
  return updateSubscription(db, id, {})
}

/** The publisher has set up the account, so the subscription starts. */
export async function activate(
  db: Database,
  subscriptionId: string,
  { planId, quantity }: Change,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const subscription = await lockSubscription(trx, subscriptionId)
    if (!subscription || subscription.status === 'Unsubscribed')
      throw new Refused(404, 'There is no such subscription.')
    if (subscription.status !== 'PendingFulfillmentStart') {
      throw new Refused(400, `The subscription is ${subscription.status} already.`)
    }
    const isAsBought =
      planId === subscription.plan_id &&
      (quantity === undefined || equalsNumber(quantity, subscription.quantity))
    if (!isAsBought) throw new Refused(400, 'Another plan or quantity was bought.')
    await updateSubscription(trx, subscriptionId, { status: 'Subscribed' })
  })
}

/** Some clients send numbers as text. */
const equalsNumber = (value: unknown, number: number) =>
  (typeof value === 'number' || typeof value === 'string') && Number(value) === number
