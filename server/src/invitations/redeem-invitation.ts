import type { Actor } from '../audit/actor.ts'
import { record } from '../audit/store.ts'
import type { Database } from '../database/connect.ts'
import { activateMembership, hasActiveMembership } from '../members/store.ts'
import { Problem } from '../problems.ts'
import { findInvitationByCode, useInvitation } from './store.ts'

/** Joins the account of an invitation and answers its public id. Who is a member already leaves the code unused. */
export async function redeemInvitation(
  db: Database,
  actor: Actor,
  userId: number,
  code: string,
): Promise<string> {
  const invitation = await findInvitationByCode(db, code)
  if (!invitation) throw new Problem('invitation_unknown')
  if (invitation.deletedAt) throw new Problem('invitation_deleted')
  const { id, accountId, accountPublicId, email, role } = invitation
  if (await hasActiveMembership(db, accountId, userId)) return accountPublicId

  const hasJoined = await db.transaction().execute(async (trx) => {
    if (!(await useInvitation(trx, id, userId))) return false
    await activateMembership(trx, accountId, userId, role)
    await record(trx, actor, { action: 'invitation.redeemed', subject: `${email} as ${role}`, accountId })
    return true
  })
  // The same person may have redeemed it twice at once: then the other call has let them in.
  if (hasJoined || (await hasActiveMembership(db, accountId, userId))) return accountPublicId
  throw new Problem(await whyUnusable(db, code))
}

async function whyUnusable(db: Database, code: string) {
  const invitation = await findInvitationByCode(db, code)
  if (!invitation || invitation.deletedAt) return 'invitation_deleted'
  return invitation.usedAt ? 'invitation_used' : 'invitation_expired'
}
