import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

const maxPauseSeconds = 60

/** Claims operations whose webhook is due, each for one instance. The pause doubles with every attempt. */
export async function claimDueOperations(db: Database) {
  return db
    .updateTable('emulated_operations')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql`now() + least(power(2, attempts), ${maxPauseSeconds}::float) * interval '1 second'`,
    })
    .where('id', 'in', (due) =>
      due
        .selectFrom('emulated_operations')
        .select('id')
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .orderBy('next_attempt_at')
        .limit(20)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

export async function endDelivery(db: Database, operationId: string): Promise<void> {
  await db
    .updateTable('emulated_operations')
    .set({ next_attempt_at: null })
    .where('id', '=', operationId)
    .execute()
}

export async function insertDelivery(
  db: Database,
  operationId: string,
  status: number | undefined,
): Promise<void> {
  await db
    .insertInto('emulated_deliveries')
    .values({ operation_id: operationId, status: status ?? null })
    .execute()
}

/** Milliseconds until a webhook or an undecided operation is due; undefined if there is none. */
export async function findNextDue(db: Database, secondsToDecide: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('emulated_operations')
    .select(
      sql<number | null>`(extract(epoch FROM least(
        min(next_attempt_at),
        min(created_at + make_interval(secs => ${secondsToDecide})) FILTER (WHERE status = 'InProgress')
      ) - now()) * 1000)::float`.as('due'),
    )
    .executeTakeFirst()
  return row?.due ?? undefined
}

/** The webhooks of these subscriptions and the responses to them, newest first. */
export async function listDeliveries(db: Database, subscriptionIds: string[], limit: number) {
  if (subscriptionIds.length === 0) return []
  return db
    .selectFrom('emulated_operations')
    .leftJoin('emulated_deliveries', 'emulated_deliveries.operation_id', 'emulated_operations.id')
    .select([
      'emulated_operations.subscription_id',
      'emulated_operations.id as operation_id',
      'emulated_operations.action',
      'emulated_operations.status as operation_status',
      'emulated_operations.next_attempt_at',
      'emulated_deliveries.at',
      'emulated_deliveries.status',
    ])
    .where('emulated_operations.subscription_id', 'in', subscriptionIds)
    .orderBy('emulated_operations.created_at', 'desc')
    .orderBy('emulated_deliveries.id', 'desc')
    .limit(limit)
    .execute()
}
