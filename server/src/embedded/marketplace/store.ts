import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { hashOfSecret, randomBase62 } from '../../shared/secret-codes.ts'

const now = sql<Date>`clock_timestamp()`

export interface Order {
  name: string
  plan_id: string
  quantity: number
  organisation: string
  tenant_id: string
  email: string
}

export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findSubscription>>>
export type OperationRow = NonNullable<Awaited<ReturnType<typeof findOperation>>>

/** Anybody may buy here. Of the subscriptions that nobody uses, only this many of the newest are kept. */
const maxUnused = 200

export async function insertSubscription(db: Database, order: Order): Promise<string> {
  const { id } = await db
    .insertInto('emulated_subscriptions')
    .values(order)
    .returning('id')
    .executeTakeFirstOrThrow()
  await deleteOldUnused(db)
  return id
}

async function deleteOldUnused(db: Database): Promise<void> {
  await db
    .deleteFrom('emulated_subscriptions')
    .where('id', 'in', (outer) =>
      outer
        .selectFrom('emulated_subscriptions')
        .select('id')
        .where('id', 'in', (inner) =>
          inner
            .selectFrom('emulated_subscriptions')
            .select('id')
            .where('status', 'in', ['PendingFulfillmentStart', 'Unsubscribed'])
            .orderBy('created_at', 'desc')
            .offset(maxUnused),
        )
        // Others who buy delete at the same time.
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

/** An opaque token for the landing page, valid for a day. Like a real one it must be encoded in URLs. */
export async function insertLandingToken(db: Database, subscriptionId: string): Promise<string> {
  const token = `${randomBase62(40)}+/${randomBase62(20)}==`
  await db
    .insertInto('emulated_landing_tokens')
    .values({
      token_sha256: hashOfSecret(token),
      subscription_id: subscriptionId,
      expires_at: sql`now() + interval '24 hours'`,
    })
    .execute()
  return token
}

export async function findSubscriptionByToken(db: Database, token: string) {
  return db
    .selectFrom('emulated_landing_tokens')
    .innerJoin('emulated_subscriptions', 'emulated_subscriptions.id', 'subscription_id')
    .selectAll('emulated_subscriptions')
    .where('token_sha256', '=', hashOfSecret(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

export async function findSubscription(db: Database, id: string) {
  return db.selectFrom('emulated_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locked until the end of the transaction, so that changes to a subscription run one after the other. */
export async function lockSubscription(db: Database, id: string) {
  return db
    .selectFrom('emulated_subscriptions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function listSubscriptions(db: Database, offset: number, limit: number) {
  return db
    .selectFrom('emulated_subscriptions')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function listNewestSubscriptions(db: Database, limit: number) {
  return db
    .selectFrom('emulated_subscriptions')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

export async function updateSubscription(
  db: Database,
  id: string,
  changes: { status?: string; plan_id?: string; quantity?: number },
): Promise<void> {
  await db
    .updateTable('emulated_subscriptions')
    .set({ ...changes, modified_at: now })
    .where('id', '=', id)
    .execute()
}

export interface NewOperation {
  subscription_id: string
  action: string
  plan_id: string
  quantity: number
  status: 'InProgress' | 'Succeeded'
}

/** Undefined if another change is in progress. */
export async function insertOperation(db: Database, operation: NewOperation) {
  return db
    .insertInto('emulated_operations')
    .values(operation)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findOperation(db: Database, subscriptionId: string, id: string) {
  return db
    .selectFrom('emulated_operations')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function listOpenOperations(db: Database, subscriptionId: string) {
  return db
    .selectFrom('emulated_operations')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'InProgress')
    .execute()
}

/** True for the caller that decides first. */
export async function updateOpenOperation(
  db: Database,
  id: string,
  status: 'Succeeded' | 'Failed',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('emulated_operations')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'InProgress')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function listOverdueOperations(db: Database, seconds: number) {
  return db
    .selectFrom('emulated_operations')
    .selectAll()
    .where('status', '=', 'InProgress')
    .where('created_at', '<=', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute()
}
