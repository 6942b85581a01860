import { maxMembers } from '@plinth/contract/members.ts'
import type { MemberChanges, NewMember } from '@plinth/contract/members.ts'
import { defaultRole, isOwner } from '@plinth/contract/roles.ts'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { MemberAccount } from '../../http/callers.ts'
import { requirePermission, requirePermissionOver, requirePermissionToGive } from '../../http/permissions.ts'
import { Problem } from '../../http/problems.ts'
import { ensureUser } from '../../identity/store.ts'
import { findAccountTenant } from '../accounts/store.ts'
import { record } from '../audit/store.ts'
import {
  countMembers,
  countOwners,
  deleteMembership,
  insertMembership,
  listMembersWithId,
  lockMemberships,
  updateMembership,
} from './store.ts'
import type { MemberRow } from './store.ts'

/** A member, by what a request says. */
export interface NamedMember {
  oid: string
  /** Needed only where members of several tenants have that object id. */
  tenant?: string | undefined
}

/** Adds a person of the account's own tenant, who may never have signed in. */
export async function addMember(
  db: Database,
  actor: Actor,
  account: MemberAccount,
  person: NewMember,
): Promise<MemberRow> {
  const { oid, displayName, email, role = defaultRole } = person
  requirePermissionToGive(account, role)
  const tenantId = await findAccountTenant(db, account.id)
  if (!tenantId) throw new Problem('no_tenant')
  const userId = await ensureUser(db, { tenantId, objectId: oid.toLowerCase(), displayName, email })
  return db.transaction().execute(async (trx) => {
    await lockMemberships(trx, account.id)
    const same = await listMembersWithId(trx, account.id, {
      objectId: oid.toLowerCase(),
      tenantId: undefined,
    })
    if (same.some((member) => member.tenant_id !== tenantId))
      throw new Problem('already_member', { detail: ofAnotherTenant })
    if ((await countMembers(trx, account.id)) >= maxMembers) throw new Problem('too_many_members')
    const isNew = await insertMembership(trx, account.id, userId, role, { displayName, email })
    if (!isNew) throw new Problem('already_member')
    await record(trx, actor, {
      action: 'member.added',
      subject: `${formatPerson({ displayName, email })} as ${role}`,
      accountId: account.id,
      about: { member: { name: displayName, email, role } },
    })
    return memberOf(trx, account, { oid, tenant: tenantId })
  })
}

/** Two people with one object id would be taken for each other. */
const ofAnotherTenant =
  'Somebody of another organisation with this object id already has access to the account.'

export async function changeMember(
  db: Database,
  actor: Actor,
  account: MemberAccount,
  named: NamedMember,
  { displayName, email, role }: MemberChanges,
): Promise<MemberRow> {
  return withMember(db, account, named, async (trx, member) => {
    requirePermissionOver(account, member.role)
    if (role !== undefined && role !== member.role) {
      requirePermission(account, 'changeRoles')
      requirePermissionOver(account, role)
      if (!isOwner(role)) await requireOtherOwner(trx, account, member)
    }
    await updateMembership(trx, account.id, member.user_id, {
      display_name: displayName,
      email,
      ...(role ? { role } : {}),
    })
    await record(trx, actor, {
      action: 'member.changed',
      subject: `${formatPerson({ displayName, email })}, ${role ?? member.role}`,
      accountId: account.id,
    })
    return memberOf(trx, account, named)
  })
}

/** Returns the id of the removed user. */
export async function removeMember(
  db: Database,
  actor: Actor,
  account: MemberAccount,
  named: NamedMember,
): Promise<number> {
  return withMember(db, account, named, async (trx, member) => {
    requirePermissionOver(account, member.role)
    await requireOtherOwner(trx, account, member)
    await deleteMembership(trx, account.id, member.user_id)
    await record(trx, actor, {
      action: 'member.removed',
      subject: formatPerson({ displayName: member.display_name, email: member.email }),
      accountId: account.id,
      about: { member: { name: member.display_name, email: member.email, role: member.role } },
    })
    return member.user_id
  })
}

/** Serialises changes to the members of an account. */
async function withMember<T>(
  db: Database,
  account: MemberAccount,
  named: NamedMember,
  change: (trx: Database, member: MemberRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockMemberships(trx, account.id)
    return change(trx, await memberOf(trx, account, named))
  })
}

async function memberOf(
  db: Database,
  account: MemberAccount,
  { oid, tenant }: NamedMember,
): Promise<MemberRow> {
  const named = { objectId: oid.toLowerCase(), tenantId: tenant?.toLowerCase() }
  const [member, ...others] = await listMembersWithId(db, account.id, named)
  if (!member) throw new Problem('not_found')
  if (others.length > 0) throw new Problem('member_ambiguous')
  return member
}

const formatPerson = ({ displayName, email }: { displayName: string; email: string }) =>
  `${displayName} (${email})`

/** An account always keeps at least one Owner. */
async function requireOtherOwner(db: Database, account: MemberAccount, member: MemberRow) {
  if (!isOwner(member.role) || member.status !== 'active') return
  if ((await countOwners(db, account.id)) <= 1) throw new Problem('last_owner')
}
