import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

const longestPause = 60

/** Operations whose webhook is due, each for one instance; the next attempt waits twice as long. */
export async function takeDueOperations(db: Database) {
  return db
    .updateTable('emulated_operations')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql`now() + least(power(2, attempts), ${longestPause}::float) * interval '1 second'`,
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

/** Milliseconds until something is due: a webhook, or an operation nobody decides; undefined if nothing is. */
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

/** What was said about these subscriptions and how it was answered, newest first. */
export async function listDeliveries(db: Database, soldIds: string[], limit: number) {
  if (soldIds.length === 0) return []
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
    .where('emulated_operations.subscription_id', 'in', soldIds)
    .orderBy('emulated_operations.created_at', 'desc')
    .orderBy('emulated_deliveries.id', 'desc')
    .limit(limit)
    .execute()
}
