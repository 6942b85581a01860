import type { MemberChanges, NewMember } from '@plinth/contract/members.ts'

import type { MemberAccount } from '../access.ts'
import { findAccountTenant } from '../accounts/store.ts'
import type { Database } from '../database/connect.ts'
import { ensureUser } from '../identity/store.ts'
import { Problem } from '../problems.ts'
import {
  countOwners,
  deleteMembership,
  findMember,
  insertMembership,
  lockMemberships,
  updateMembership,
} from './store.ts'
import type { MemberRow } from './store.ts'

/** Adds somebody of the account's own tenant, who may never have signed in. */
export async function addMember(db: Database, account: MemberAccount, person: NewMember): Promise<MemberRow> {
  const { oid, displayName, email, role = 'User' } = person
  if (role === 'Owner') requireOwner(account)
  const tenantId = await findAccountTenant(db, account.id)
  if (!tenantId) throw new Problem('no_tenant')
  const userId = await ensureUser(db, { tenantId, objectId: oid.toLowerCase(), displayName, email })
  const isNew = await insertMembership(db, account.id, userId, role, { displayName, email })
  if (!isNew) throw new Problem('already_member')
  return memberOf(db, account, oid)
}

export async function changeMember(
  db: Database,
  account: MemberAccount,
  oid: string,
  { displayName, email, role }: MemberChanges,
): Promise<MemberRow> {
  await withMember(db, account, oid, async (trx, member) => {
    if (role !== undefined && role !== member.role) {
      requireOwner(account)
      if (role === 'User') await requireOtherOwner(trx, account, member)
    }
    await updateMembership(trx, account.id, member.user_id, {
      display_name: displayName,
      email,
      ...(role ? { role } : {}),
    })
  })
  return memberOf(db, account, oid)
}

export async function removeMember(db: Database, account: MemberAccount, oid: string): Promise<void> {
  await withMember(db, account, oid, async (trx, member) => {
    await requireOtherOwner(trx, account, member)
    await deleteMembership(trx, account.id, member.user_id)
  })
}

/** Changes to the members of an account happen one after the other. */
async function withMember(
  db: Database,
  account: MemberAccount,
  oid: string,
  change: (trx: Database, member: MemberRow) => Promise<void>,
) {
  await db.transaction().execute(async (trx) => {
    await lockMemberships(trx, account.id)
    await change(trx, await memberOf(trx, account, oid))
  })
}

async function memberOf(db: Database, account: MemberAccount, oid: string): Promise<MemberRow> {
  const member = await findMember(db, account.id, oid.toLowerCase())
  if (!member) throw new Problem('not_found')
  return member
}

function requireOwner({ role }: MemberAccount) {
  if (role !== 'Owner') throw new Problem('owner_required')
}

/** An account always keeps at least one Owner. */
async function requireOtherOwner(db: Database, account: MemberAccount, member: MemberRow) {
  const isOnlyOwner = member.role === 'Owner' && (await countOwners(db, account.id)) <= 1
  if (isOnlyOwner) throw new Problem('last_owner')
}
