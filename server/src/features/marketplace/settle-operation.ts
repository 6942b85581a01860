import type { Database } from '../../database/connect.ts'
import { system } from '../../http/actor.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import { record } from '../audit/store.ts'
import { syncSubscription } from '../subscriptions/sync-subscription.ts'
import { listUnsettledOperations, updateAsSettled } from './store.ts'
import type { ReceivedOperation } from './store.ts'

type SettleServices = { db: Database; marketplace: Marketplace }

/** Decided by us: until then the subscription is as it was. Documents disagree about Reinstate. */
const awaited = new Set(['changeplan', 'changequantity', 'reinstate'])
export const isAwaited = (action: string) => awaited.has(action.toLowerCase())

const undecided = new Set(['InProgress', 'NotStarted'])

/** Says yes where we are asked, takes over what the marketplace then says, and writes it down; once. */
export async function settleOperation(
  services: SettleServices,
  actor: Actor,
  { id, subscriptionId, action }: ReceivedOperation,
): Promise<void> {
  const { fulfillment } = services.marketplace
  if (isAwaited(action)) {
    // A refusal means that there is nothing to decide: somebody has, or time has.
    await fulfillment.settleOperation(subscriptionId, id, 'Success')
    const operation = await fulfillment.findOperation(subscriptionId, id)
    if (undecided.has(operation?.status ?? '')) {
      throw new Problem('marketplace_unavailable', { detail: 'The marketplace has not done it yet.' })
    }
  }
  await syncSubscription(services, actor, subscriptionId, async (trx, row) => {
    if (!(await updateAsSettled(trx, id))) return
    const subject = `${action} of ${row?.name ?? subscriptionId}`
    await record(trx, actor, { action: 'operation.applied', subject, accountId: row?.account_id ?? null })
  })
}

export async function settleLeftovers(services: SettleServices): Promise<void> {
  const failures: unknown[] = []
  for (const operation of await listUnsettledOperations(services.db)) {
    await settleOperation(services, system, operation).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} operations failed`)
}
