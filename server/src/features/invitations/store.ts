import type { Role } from '@plinth/contract/roles.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { hashOfSecret } from '../../shared/secret-codes.ts'

export type InvitationRow = Awaited<ReturnType<typeof listInvitationsOfAccount>>[number]

export type NewInvitationRow = Awaited<ReturnType<typeof insertInvitation>>

const columns = [
  'invitations.id',
  'invitations.email',
  'invitations.display_name',
  'invitations.role',
  'invitations.code_preview',
  'invitations.created_at',
  'invitations.expires_at',
  'invitations.used_at',
] as const

const maxListed = 200

export async function listInvitationsOfAccount(db: Database, accountId: number) {
  return db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.used_by_user_id')
    .select(columns)
    .select('users.email as used_by_email')
    .where('invitations.account_id', '=', accountId)
    .where('invitations.deleted_at', 'is', null)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(maxListed)
    .execute()
}

/** Locks the account, so that two calls cannot both add the last one. Call it in a transaction. */
export async function countOpenInvitations(db: Database, accountId: number): Promise<number> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const { open } = await db
    .selectFrom('invitations')
    .select((select) => select.fn.countAll<number>().as('open'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return open
}

interface NewInvitation {
  email: string
  displayName: string
  role: Role
  code: string
  expiresAt: RawBuilder<Date>
  /** Null if nobody in particular did. */
  invitedBy: string | null
}

export async function insertInvitation(db: Database, accountId: number, invitation: NewInvitation) {
  return db
    .insertInto('invitations')
    .values({
      account_id: accountId,
      email: invitation.email,
      display_name: invitation.displayName,
      role: invitation.role,
      code_sha256: hashOfSecret(invitation.code),
      code_preview: previewOf(invitation.code),
      expires_at: invitation.expiresAt,
      invited_by: invitation.invitedBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Replaces the code of an unused invitation; undefined if there is none. */
export async function updateInvitationCode(
  db: Database,
  accountId: number,
  id: number,
  { code, expiresAt, invitedBy }: Pick<NewInvitation, 'code' | 'expiresAt' | 'invitedBy'>,
) {
  return db
    .updateTable('invitations')
    .set({
      code_sha256: hashOfSecret(code),
      code_preview: previewOf(code),
      expires_at: expiresAt,
      invited_by: invitedBy,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

export async function findInvitation(db: Database, accountId: number, id: number) {
  return db
    .selectFrom('invitations')
    .select(['role', 'used_at as usedAt'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

const previewOf = (code: string) => `${code.slice(0, 6)}…`

const deleteInvitations = (db: Database, accountId: number) =>
  db
    .updateTable('invitations')
    .set({ deleted_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)

/** Returns its address and role; undefined if there is no such invitation. */
export async function deleteInvitationOfAccount(db: Database, accountId: number, id: number) {
  return deleteInvitations(db, accountId).where('id', '=', id).returning(['email', 'role']).executeTakeFirst()
}

export async function deleteUnusedInvitations(db: Database, accountId: number, role: Role) {
  return deleteInvitations(db, accountId)
    .where('role', '=', role)
    .where('used_at', 'is', null)
    .returning('email')
    .execute()
}

/** With the role of this person, if they already are a member of its account. */
export async function findInvitationByCode(db: Database, code: string, userId: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('accounts', 'accounts.id', 'invitations.account_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.account_id', '=', 'invitations.account_id')
        .on('memberships.user_id', '=', userId)
        .on('memberships.status', '=', 'active'),
    )
    .select([
      'invitations.id',
      'invitations.account_id as accountId',
      'accounts.public_id as accountPublicId',
      'accounts.name as accountName',
      'accounts.microsoft_tenant_id as accountTenantId',
      'invitations.email',
      'invitations.role',
      'invitations.invited_by as invitedBy',
      'memberships.role as roleOfMember',
      'invitations.used_at as usedAt',
      'invitations.deleted_at as deletedAt',
      sql<boolean>`invitations.expires_at <= now()`.as('isExpired'),
    ])
    .where('invitations.code_sha256', '=', hashOfSecret(code))
    .executeTakeFirst()
}

/** True for exactly one caller, however many try at once, and only while the code is current. */
export async function useInvitation(db: Database, code: string, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ used_at: sql`now()`, used_by_user_id: userId })
    .where('code_sha256', '=', hashOfSecret(code))
    .where('used_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
