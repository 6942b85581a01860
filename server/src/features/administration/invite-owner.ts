import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { Config } from '../../settings/config.ts'
import { recordAll } from '../audit/store.ts'
import { invite } from '../invitations/invite.ts'
import { deleteUnusedInvitations } from '../invitations/store.ts'
import { countOwners, lockMemberships } from '../members/store.ts'

/**
 * Invites an Owner again, if the first link was lost. Only while the account has none: who owns it decides who else
 * does, and operators must not be able to join the accounts of their customers.
 */
export async function inviteOwner(
  { db, config }: { db: Database; config: Config },
  actor: Actor,
  accountId: number,
  email: string,
) {
  return db.transaction().execute(async (trx) => {
    await lockMemberships(trx, accountId)
    if ((await countOwners(trx, accountId)) > 0) throw new Problem('account_has_owner')
    const replaced = await deleteUnusedInvitations(trx, accountId, 'Owner')
    await recordAll(
      trx,
      actor,
      replaced.map((invitation) => ({
        action: 'invitation.deleted',
        subject: invitation.email,
        accountId,
      })),
    )
    return invite({ db: trx, config }, actor, accountId, { email, displayName: email, role: 'Owner' })
  })
}
