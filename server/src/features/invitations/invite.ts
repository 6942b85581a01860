import { maxOpenInvitations } from '@plinth/contract/invitations.ts'
import type { Role } from '@plinth/contract/roles.ts'

import type { Database } from '../../database/connect.ts'
import { fromNow } from '../../database/from-now.ts'
import type { Actor } from '../../http/actor.ts'
import type { MemberAccount } from '../../http/callers.ts'
import { requirePermissionOver } from '../../http/permissions.ts'
import { Problem } from '../../http/problems.ts'
import type { Config } from '../../settings/config.ts'
import { randomBase62 } from '../../shared/secret-codes.ts'
import { record } from '../audit/store.ts'
import { countOpenInvitations, findInvitation, insertInvitation, updateInvitationCode } from './store.ts'

/** 190 random bits, of which the preview reveals 36. */
const codeLength = 32
const day = 24 * 60 * 60 * 1000

interface Invited {
  email: string
  displayName: string
  role: Role
}

/** Runs in the caller's transaction. Only the answer contains the code; the database stores a hash. */
export async function invite(
  { db, config }: { db: Database; config: Config },
  actor: Actor,
  accountId: number,
  person: Invited,
) {
  if ((await countOpenInvitations(db, accountId)) >= maxOpenInvitations)
    throw new Problem('too_many_invitations')
  const fresh = newCode(config, actor)
  const row = await insertInvitation(db, accountId, { ...person, ...fresh })
  await record(db, actor, {
    action: 'invitation.created',
    subject: `${person.email} as ${person.role}`,
    accountId,
  })
  return { code: fresh.code, row }
}

/**
 * Gives an invitation whose link was lost a new code and expiry; the old code stops working. Only Owners may renew an
 * Owner's invitation, since the person who gets the code could use it themselves.
 */
export async function renewInvitation(
  { db, config }: { db: Database; config: Config },
  actor: Actor,
  account: MemberAccount,
  id: number,
) {
  const invitation = await findInvitation(db, account.id, id)
  if (!invitation) throw new Problem('not_found')
  requirePermissionOver(account, invitation.role)
  return db.transaction().execute(async (trx) => {
    const fresh = newCode(config, actor)
    const row = await updateInvitationCode(trx, account.id, id, fresh)
    if (!row) throw new Problem('invitation_used')
    await record(trx, actor, {
      action: 'invitation.renewed',
      subject: `${row.email} as ${row.role}`,
      accountId: account.id,
    })
    return { code: fresh.code, row }
  })
}

const newCode = ({ lifetimes }: Config, actor: Actor) => ({
  invitedBy: actor.kind === 'user' ? actor.name : null,
  code: randomBase62(codeLength),
  expiresAt: fromNow(lifetimes.invitationDays * day),
})
