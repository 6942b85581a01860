import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

export interface ReceivedOperation {
  id: string
  subscriptionId: string
  action: string
}

/** Keeps the first version if the operation is already there. */
export async function insertOperation(
  db: Database,
  { id, subscriptionId, action }: ReceivedOperation,
  payload: unknown,
): Promise<void> {
  await db
    .insertInto('marketplace_operations')
    .values({ id, subscription_external_id: subscriptionId, action, payload: JSON.stringify(payload) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Whether exactly this operation has been applied. */
export async function isSettled(
  db: Database,
  { id, subscriptionId, action }: ReceivedOperation,
): Promise<boolean> {
  const row = await db
    .selectFrom('marketplace_operations')
    .select('settled_at')
    .where('id', '=', id)
    .where('subscription_external_id', '=', subscriptionId)
    .where('action', '=', action)
    .executeTakeFirst()
  return row?.settled_at instanceof Date
}

/** True for exactly one caller. */
export async function updateAsSettled(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('marketplace_operations')
    .set({ settled_at: sql`now()` })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Old enough that no request is still working on them, and recent enough that the marketplace has not given up. */
export async function listUnsettledOperations(db: Database): Promise<ReceivedOperation[]> {
  return db
    .selectFrom('marketplace_operations')
    .select(['id', 'subscription_external_id as subscriptionId', 'action'])
    .where('settled_at', 'is', null)
    .where('received_at', '<', sql<Date>`now() - interval '15 seconds'`)
    .where('received_at', '>', sql<Date>`now() - interval '8 hours'`)
    .orderBy('received_at')
    .limit(100)
    .execute()
}

export type OperationRow = Awaited<ReturnType<typeof listOperationsOfSubscription>>[number]

export async function listOperationsOfSubscription(db: Database, subscriptionId: string) {
  return db
    .selectFrom('marketplace_operations')
    .selectAll()
    .where('subscription_external_id', '=', subscriptionId)
    .orderBy('received_at', 'desc')
    .limit(200)
    .execute()
}
