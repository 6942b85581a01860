import type { Database } from '../../database/connect.ts'
import { inTitleOrder } from '../../database/title-order.ts'
import type { MemberAccount } from '../../http/callers.ts'
import { newPublicId } from '../../shared/public-id.ts'

export type AccountRow = Omit<Awaited<ReturnType<typeof listAccountsOfUser>>[number], 'id'>

export async function listAccountsOfUser(db: Database, userId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select([
      'accounts.id',
      'accounts.public_id',
      'accounts.name',
      'accounts.microsoft_tenant_id',
      'accounts.allows_share_links',
      'accounts.viewers_may_compose',
      'memberships.role',
    ])
    .where('memberships.user_id', '=', userId)
    .where('memberships.status', '=', 'active')
    .orderBy(inTitleOrder('accounts.name'))
    .orderBy('accounts.id')
    .execute()
}

/** The account and this user's role in it; undefined unless the membership is active. */
export async function findMembership(
  db: Database,
  publicId: string,
  userId: number,
): Promise<MemberAccount | undefined> {
  return db
    .selectFrom('accounts')
    .innerJoin('memberships', 'memberships.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.public_id as publicId', 'memberships.role'])
    .where('accounts.public_id', '=', publicId)
    .where('memberships.user_id', '=', userId)
    .where('memberships.status', '=', 'active')
    .executeTakeFirst()
}

export async function insertAccount(db: Database, name: string, microsoftTenantId: string | null) {
  return db
    .insertInto('accounts')
    .values({ public_id: newPublicId(), name, microsoft_tenant_id: microsoftTenantId })
    .returning(['id', 'public_id'])
    .executeTakeFirstOrThrow()
}

export async function findPublicId(db: Database, accountId: number): Promise<string> {
  const row = await db
    .selectFrom('accounts')
    .select('public_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.public_id
}

/** The tenant whose people can be added without an invitation; null if the account has none. */
export async function findAccountTenant(db: Database, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('microsoft_tenant_id')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.microsoft_tenant_id ?? null
}

/** Locks the account until the transaction ends; undefined if it does not exist. */
export async function lockAccount(db: Database, accountId: number) {
  return db
    .selectFrom('accounts')
    .select(['public_id', 'name', 'microsoft_tenant_id', 'allows_share_links', 'viewers_may_compose'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateAccountName(db: Database, accountId: number, name: string): Promise<void> {
  await db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute()
}

/** Who may show versions to people without an account. */
export interface SharingRules {
  allows_share_links: boolean
  viewers_may_compose: boolean
}

export async function updateSharingRules(
  db: Database,
  accountId: number,
  rules: SharingRules,
): Promise<void> {
  await db.updateTable('accounts').set(rules).where('id', '=', accountId).execute()
}

export async function deleteAccountRow(db: Database, accountId: number): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', accountId).execute()
}

export type AccountContents = Awaited<ReturnType<typeof countContents>>

/**
 * What an account contains, if a user is given, besides that one. Cancelled subscriptions do not count; suspended ones may
 * come back.
 */
export async function countContents(db: Database, accountId: number, exceptUserId: number | undefined) {
  return db
    .selectNoFrom((select) => [
      select
        .selectFrom('storybooks')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('storybooks'),
      select
        .selectFrom('memberships')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .$if(exceptUserId !== undefined, (members) => members.where('user_id', '!=', exceptUserId ?? 0))
        .$asScalar()
        .$notNull()
        .as('members'),
      select
        .selectFrom('subscriptions')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('status', 'not in', ['Unsubscribed', 'Suspended'])
        .$asScalar()
        .$notNull()
        .as('activeSubscriptions'),
      select
        .selectFrom('subscriptions')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('status', '=', 'Suspended')
        .$asScalar()
        .$notNull()
        .as('suspendedSubscriptions'),
    ])
    .executeTakeFirstOrThrow()
}
