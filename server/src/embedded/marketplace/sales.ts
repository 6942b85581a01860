import type { Database } from '../../database/connect.ts'
import { isPlan } from './plans.ts'
import { insertOperation, listOverdueOperations, lockSold, updateOpenOperation, updateSold } from './store.ts'
import type { OperationRow, SoldRow } from './store.ts'

/** What the marketplace does not do, in the words and the status it answers with. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** So long the publisher may decide about a change; then it succeeds by itself. */
export const secondsToDecide = 10

export type Action = 'ChangePlan' | 'ChangeQuantity' | 'Suspend' | 'Reinstate' | 'Unsubscribe' | 'Renew'

/** More than anybody buys, and what a column holds. */
export const mostSeats = 100_000

/** These wait for the publisher; the others have happened when they are told. */
const awaited = new Set<string>(['ChangePlan', 'ChangeQuantity', 'Reinstate'])

const possibleIn: Record<Action, string[]> = {
  ChangePlan: ['Subscribed'],
  ChangeQuantity: ['Subscribed'],
  Renew: ['Subscribed'],
  Suspend: ['Subscribed'],
  Reinstate: ['Suspended'],
  Unsubscribe: ['PendingFulfillmentStart', 'Subscribed', 'Suspended'],
}

interface Wanted {
  planId?: unknown
  quantity?: unknown
}

/** Begins an operation, whose webhook is then due. */
export async function startOperation(
  db: Database,
  soldId: string,
  action: Action,
  wanted: Wanted = {},
): Promise<OperationRow> {
  return db.transaction().execute(async (trx) => {
    const sold = await lockSold(trx, soldId)
    if (!sold) throw new Refused(404, 'There is no such subscription.')
    if (!possibleIn[action].includes(sold.status)) {
      throw new Refused(400, `${action} is not possible while the subscription is ${sold.status}.`)
    }
    const { plan_id, quantity } = changed(sold, action, wanted)
    const operation = await insertOperation(trx, {
      subscription_id: soldId,
      action,
      plan_id,
      quantity,
      status: awaited.has(action) ? 'InProgress' : 'Succeeded',
    })
    if (!operation) throw new Refused(409, 'Another change is in progress.')
    if (!awaited.has(action)) await apply(trx, operation)
    return operation
  })
}

function changed(sold: SoldRow, action: Action, { planId, quantity }: Wanted) {
  if (action === 'ChangePlan') {
    if (!isPlan(planId) || planId === sold.plan_id)
      throw new Refused(400, 'Choose another plan of the offer.')
    return { plan_id: planId, quantity: sold.quantity }
  }
  if (action === 'ChangeQuantity') {
    const isSeats =
      typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0 && quantity <= mostSeats
    if (!isSeats || quantity === sold.quantity) throw new Refused(400, 'Choose another number of seats.')
    return { plan_id: sold.plan_id, quantity }
  }
  return sold
}

/** Decides an open operation; false if it has been decided already. */
export async function decideOperation(
  db: Database,
  operation: OperationRow,
  status: 'Succeeded' | 'Failed',
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockSold(trx, operation.subscription_id)
    const isOpen = await updateOpenOperation(trx, operation.id, status)
    if (isOpen && status === 'Succeeded') await apply(trx, operation)
    return isOpen
  })
}

/** What nobody has decided in time succeeds. */
export async function decideOverdue(db: Database): Promise<void> {
  for (const operation of await listOverdueOperations(db, secondsToDecide)) {
    await decideOperation(db, operation, 'Succeeded')
  }
}

async function apply(db: Database, { subscription_id: id, action, plan_id, quantity }: OperationRow) {
  if (action === 'ChangePlan') return updateSold(db, id, { plan_id })
  if (action === 'ChangeQuantity') return updateSold(db, id, { quantity })
  if (action === 'Suspend') return updateSold(db, id, { status: 'Suspended' })
  if (action === 'Reinstate') return updateSold(db, id, { status: 'Subscribed' })
  if (action === 'Unsubscribe') return updateSold(db, id, { status: 'Unsubscribed' })
  return updateSold(db, id, {})
}

/** The publisher has set the customer up: from now on it is paid for. */
export async function activate(db: Database, soldId: string, { planId, quantity }: Wanted): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const sold = await lockSold(trx, soldId)
    if (!sold || sold.status === 'Unsubscribed') throw new Refused(404, 'There is no such subscription.')
    if (sold.status !== 'PendingFulfillmentStart') {
      throw new Refused(400, `The subscription is ${sold.status} already.`)
    }
    const isAsBought =
      planId === sold.plan_id && (quantity === undefined || Number(quantity) === sold.quantity)
    if (!isAsBought) throw new Refused(400, 'Another plan or quantity was bought.')
    await updateSold(trx, soldId, { status: 'Subscribed' })
  })
}
