import type { Role } from '@plinth/contract/roles.ts'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { MemberAccount } from '../../http/callers.ts'
import { requirePermissionOver } from '../../http/permissions.ts'
import { Problem } from '../../http/problems.ts'
import type { Config } from '../../settings/config.ts'
import { randomBase62 } from '../../shared/secret-codes.ts'
import { record } from '../audit/store.ts'
import { findInvitation, insertInvitation, updateInvitationCode } from './store.ts'

/** 190 random bits, of which the preview gives away 36. */
const codeLength = 32
const day = 24 * 60 * 60 * 1000

interface Invited {
  email: string
  displayName: string
  role: Role
}

/** Invites somebody, in the caller's transaction; the code is known only here and in the answer. */
export async function invite(
  { db, config }: { db: Database; config: Config },
  actor: Actor,
  accountId: number,
  person: Invited,
) {
  const fresh = newCode(config)
  const row = await insertInvitation(db, accountId, { ...person, ...fresh })
  await record(db, actor, {
    action: 'invitation.created',
    subject: `${person.email} as ${person.role}`,
    accountId,
  })
  return { code: fresh.code, row }
}

/**
 * A new code and expiry for an invitation whose link was lost; the code before it ends here. An invitation to be an
 * Owner takes an Owner: whoever gets the code could use it themselves.
 */
export async function renewInvitation(
  { db, config }: { db: Database; config: Config },
  actor: Actor,
  account: MemberAccount,
  id: number,
) {
  const found = await findInvitation(db, account.id, id)
  if (!found) throw new Problem('not_found')
  requirePermissionOver(account, found.role)
  return db.transaction().execute(async (trx) => {
    const fresh = newCode(config)
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

const newCode = ({ lifetimes }: Config) => ({
  code: randomBase62(codeLength),
  expiresAt: new Date(Date.now() + lifetimes.invitationDays * day),
})
