import { rolesThatCan } from '@plinth/contract/roles.ts'
import type { Role } from '@plinth/contract/roles.ts'

import type { Database } from '../../database/connect.ts'
import { inTitleOrder } from '../../database/title-order.ts'

const ownerRoles = rolesThatCan('manageOwners')

/** Members as this account shows them: an edited name or e-mail belongs to the membership, not to the person. */
function membersOf(db: Database, accountId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select((select) => [
      'users.object_id',
      'users.tenant_id',
      select.fn.coalesce('memberships.display_name', 'users.display_name').as('display_name'),
      select.fn.coalesce('memberships.email', 'users.email').as('email'),
      'users.last_login_at',
      'memberships.user_id',
      'memberships.role',
      'memberships.status',
    ])
    .where('memberships.account_id', '=', accountId)
}

export type MemberRow = Awaited<ReturnType<typeof listMembersOfAccount>>[number]

export async function listMembersOfAccount(db: Database, accountId: number) {
  return membersOf(db, accountId)
    .orderBy((order) => inTitleOrder(order.fn.coalesce('memberships.display_name', 'users.display_name')))
    .orderBy('users.id')
    .execute()
}

/** Members of several tenants can have the same object id; those of the given one, or of all. */
export async function listMembersWithId(
  db: Database,
  accountId: number,
  { objectId, tenantId }: { objectId: string; tenantId: string | undefined },
) {
  return membersOf(db, accountId)
    .where('users.object_id', '=', objectId)
    .$if(tenantId !== undefined, (query) => query.where('users.tenant_id', '=', tenantId ?? ''))
    .orderBy('users.id')
    .execute()
}

/** The role of an active member; undefined for everybody else. */
export async function findActiveRole(db: Database, accountId: number, userId: number) {
  const membership = await db
    .selectFrom('memberships')
    .select('role')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return membership?.role
}

/** False if the person already is a member. */
export async function insertMembership(
  db: Database,
  accountId: number,
  userId: number,
  role: Role,
  shown?: { displayName: string; email: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('memberships')
    .values({
      account_id: accountId,
      user_id: userId,
      role,
      display_name: shown?.displayName ?? null,
      email: shown?.email ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * Makes the person an active member. Active members keep their role; disabled ones get the given role, unless that
 * would leave the account without an Owner. The caller holds the lock of `lockMemberships`.
 */
export async function activateMembership(db: Database, accountId: number, userId: number, role: Role) {
  const isOwned = (await countOwners(db, accountId)) > 0
  await db
    .insertInto('memberships')
    .values({ account_id: accountId, user_id: userId, role })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'user_id'])
        .doUpdateSet((set) => ({
          status: 'active',
          role: isOwned
            ? role
            : set
                .case()
                .when('memberships.role', 'in', ownerRoles)
                .then(set.ref('memberships.role'))
                .else<Role>(role)
                .end(),
        }))
        .where('memberships.status', '=', 'disabled'),
    )
    .execute()
}

/** Locks the account until the transaction ends, so that two changes cannot each rely on the other's Owner. */
export async function lockMemberships(db: Database, accountId: number): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
}

/** Call it after `lockMemberships`. */
export async function countMembers(db: Database, accountId: number): Promise<number> {
  const { members } = await db
    .selectFrom('memberships')
    .select((select) => select.fn.countAll<number>().as('members'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return members
}

export async function countOwners(db: Database, accountId: number): Promise<number> {
  const { owners } = await db
    .selectFrom('memberships')
    .select((select) => select.fn.countAll<number>().as('owners'))
    .where('account_id', '=', accountId)
    .where('role', 'in', ownerRoles)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return owners
}

interface MembershipChanges {
  display_name: string
  email: string
  role?: Role
}

export async function updateMembership(
  db: Database,
  accountId: number,
  userId: number,
  changes: MembershipChanges,
) {
  await db
    .updateTable('memberships')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMembership(db: Database, accountId: number, userId: number) {
  await db
    .deleteFrom('memberships')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute()
}
