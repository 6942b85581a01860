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

/** The marketplace waits for the portal to accept these. Its documents disagree about Reinstate. */
const decisions = new Set(['changeplan', 'changequantity', 'reinstate'])
export const needsDecision = (action: string) => decisions.has(action.toLowerCase())

const undecided = new Set(['InProgress', 'NotStarted'])

/** Accepts the operation if it needs a decision, syncs the subscription and records that once. */
export async function settleOperation(
  services: SettleServices,
  actor: Actor,
  { id, subscriptionId, action }: ReceivedOperation,
): Promise<void> {
  const { fulfillment } = services.marketplace
  if (needsDecision(action)) {
    // A refusal means that it has already been decided, or has timed out.
    await fulfillment.settleOperation(subscriptionId, id, 'Success')
    const operation = await fulfillment.findOperation(subscriptionId, id)
    if (undecided.has(operation?.status ?? '')) {
      throw new Problem('marketplace_unavailable', {
        detail: 'The marketplace has not completed the operation yet.',
      })
    }
  }
  await syncSubscription(services, actor, subscriptionId, async (trx, row) => {
    if (!(await updateAsSettled(trx, id))) return
    const subject = `${action} of ${row?.name ?? subscriptionId}`
    await record(trx, actor, { action: 'operation.applied', subject, accountId: row?.account_id ?? null })
  })
}

/** Settles operations that were acknowledged and then lost, for example in a crash. */
export async function retryUnsettledOperations(services: SettleServices): Promise<void> {
  const failures: unknown[] = []
  for (const operation of await listUnsettledOperations(services.db)) {
    await settleOperation(services, system, operation).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} operations failed`)
}
