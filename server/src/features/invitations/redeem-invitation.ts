import { maxMembers } from '@plinth/contract/members.ts'
import type { Role } from '@plinth/contract/roles.ts'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { User } from '../../identity/store.ts'
import { record } from '../audit/store.ts'
import { activateMembership, countMembers, findActiveRole, lockMemberships } from '../members/store.ts'
import { findInvitationByCode, useInvitation } from './store.ts'

interface Redemption {
  invitationCode: string
  accept?: boolean | undefined
}

interface JoinedAccount {
  accountPublicId: string
  /** Only for those who belong to it: the link alone tells nobody whose it is. */
  accountName: string
  role: Role
}

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitationByCode>>>

/**
 * Joins the account of an invitation and returns it. A person who already is a member leaves the code
 * unused. People of another tenant must accept first, because the account's members learn who they are.
 */
export async function redeemInvitation(
  db: Database,
  actor: Actor,
  user: User,
  { invitationCode: code, accept = false }: Redemption,
): Promise<JoinedAccount> {
  const invitation = await findInvitationByCode(db, code, user.id)
  if (!invitation) throw new Problem('invitation_unknown')
  if (invitation.deletedAt) throw new Problem('invitation_deleted')
  const { accountId, accountPublicId, accountName, accountTenantId, email, role, invitedBy } = invitation
  const account = { accountPublicId, accountName }
  if (invitation.roleOfMember) return { ...account, role: invitation.roleOfMember }
  assertUsable(invitation)
  if (accountTenantId !== user.tenantId && !accept) {
    throw new Problem('consent_required', { invitation: { organizationName: accountName, role, invitedBy } })
  }

  const hasJoined = await db.transaction().execute(async (trx) => {
    await lockMemberships(trx, accountId)
    if (!(await useInvitation(trx, code, user.id))) return false
    if ((await countMembers(trx, accountId)) >= maxMembers) throw new Problem('too_many_members')
    await activateMembership(trx, accountId, user.id, role)
    await record(trx, actor, {
      action: 'invitation.redeemed',
      subject: `${email} as ${role}`,
      accountId,
      about: { member: { name: user.displayName, email: user.email, role } },
    })
    return true
  })
  if (hasJoined) return { ...account, role }
  const current = await findInvitationByCode(db, code, user.id)
  // If the same person redeemed it twice at once, the other call has made them a member.
  const joinedAs = current ? current.roleOfMember : await findActiveRole(db, accountId, user.id)
  if (joinedAs) return { ...account, role: joinedAs }
  if (!current || current.deletedAt) throw new Problem('invitation_deleted')
  assertUsable(current)
  throw new Problem('invitation_used')
}

function assertUsable({ usedAt, isExpired }: Invitation) {
  if (usedAt) throw new Problem('invitation_used')
  if (isExpired) throw new Problem('invitation_expired')
}
