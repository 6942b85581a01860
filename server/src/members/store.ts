import type { Role } from '@plinth/contract/members.ts'

import type { Database } from '../database/connect.ts'

export async function listMembersOfAccount(db: Database, accountId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'users.object_id',
      'users.tenant_id',
      'users.display_name',
      'users.email',
      'users.last_login_at',
      'memberships.role',
      'memberships.status',
    ])
    .where('memberships.account_id', '=', accountId)
    .orderBy('users.display_name')
    .orderBy('users.id')
    .execute()
}

export async function insertMembership(db: Database, accountId: number, userId: number, role: Role) {
  await db.insertInto('memberships').values({ account_id: accountId, user_id: userId, role }).execute()
}
