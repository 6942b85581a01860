import type { Role } from '@plinth/contract/members.ts'

import type { Actor } from '../audit/actor.ts'
import { record } from '../audit/store.ts'
import { randomBase62 } from '../secret-codes.ts'
import type { Services } from '../services.ts'
import { insertInvitation } from './store.ts'

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
  { db, config }: Pick<Services, 'db' | 'config'>,
  actor: Actor,
  accountId: number,
  person: Invited,
) {
  const code = randomBase62(codeLength)
  const expiresAt = new Date(Date.now() + config.lifetimes.invitationDays * day)
  const row = await insertInvitation(db, accountId, { ...person, code, expiresAt })
  await record(db, actor, {
    action: 'invitation.created',
    subject: `${person.email} as ${person.role}`,
    accountId,
  })
  return { code, row }
}
