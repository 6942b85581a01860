import type { MemberAccount } from '../access.ts'
import type { Database } from '../database/connect.ts'
import { newPublicId } from '../public-id.ts'

export async function listAccountsOfUser(db: Database, userId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select(['accounts.public_id', 'accounts.name', 'accounts.microsoft_tenant_id', 'memberships.role'])
    .where('memberships.user_id', '=', userId)
    .where('memberships.status', '=', 'active')
    .orderBy('accounts.name')
    .orderBy('accounts.id')
    .execute()
}

/** The account as this user may see it; undefined unless the membership is active. */
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

/** The tenant whose people can be added directly; null if the account belongs to none. */
export async function findAccountTenant(db: Database, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('microsoft_tenant_id')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.microsoft_tenant_id ?? null
}
