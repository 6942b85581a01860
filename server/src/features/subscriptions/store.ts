import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

const columns = [
  'id',
  'external_id',
  'account_id',
  'name',
  'offer_id',
  'plan_id',
  'quantity',
  'status',
  'created_at',
  'updated_at',
  'revision',
] as const

export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

export async function listSubscriptionsOfAccount(db: Database, accountId: number) {
  return db
    .selectFrom('subscriptions')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findSubscription(db: Database, externalId: string) {
  return db
    .selectFrom('subscriptions')
    .select(columns)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
}

/** What the marketplace reports about a subscription. */
export interface SubscriptionFacts {
  name: string
  offer_id: string
  plan_id: string
  quantity: number | null
  status: string
  created_at?: Date
  updated_at: Date
}

/** Locks the subscription until the transaction ends, and inserts it first if it is new. */
export async function insertOrLockSubscription(db: Database, externalId: string, facts: SubscriptionFacts) {
  await db
    .insertInto('subscriptions')
    .values({ external_id: externalId, ...facts })
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .execute()
  return db
    .selectFrom('subscriptions')
    .select(['id', 'account_id'])
    .where('external_id', '=', externalId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateAccountOfSubscription(
  db: Database,
  id: number,
  accountId: number,
): Promise<void> {
  await db.updateTable('subscriptions').set({ account_id: accountId }).where('id', '=', id).execute()
}

/** False if it was updated since it was read. */
export async function updateSubscription(
  db: Database,
  { id, revision }: Pick<SubscriptionRow, 'id' | 'revision'>,
  facts: Partial<SubscriptionFacts>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ ...facts, revision: sql`revision + 1` })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The accounts that these subscriptions were set up for. */
export async function listAccountsOfSubscriptions(db: Database, externalIds: string[]) {
  if (externalIds.length === 0) return []
  return db
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .select(['subscriptions.external_id', 'accounts.public_id', 'accounts.name'])
    .where('subscriptions.external_id', 'in', externalIds)
    .execute()
}
