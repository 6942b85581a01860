import * as contract from '@plinth/contract/invitations.ts'
import type { FastifyInstance } from 'fastify'

import { Problem } from '../problems.ts'
import { route } from '../route.ts'
import { randomBase62 } from '../secret-codes.ts'
import type { Services } from '../services.ts'
import { redeemInvitation } from './redeem-invitation.ts'
import { deleteInvitationOfAccount, insertInvitation, listInvitationsOfAccount } from './store.ts'

/** 190 random bits, of which the preview gives away 36. */
const codeLength = 32
const day = 24 * 60 * 60 * 1000

export function invitationRoutes(app: FastifyInstance, { db, config }: Pick<Services, 'db' | 'config'>) {
  route(app, contract.listInvitations, async ({ account }) => {
    const rows = await listInvitationsOfAccount(db, account.id)
    return rows.map((row) => ({
      id: row.id,
      email: row.email,
      invitationCode: row.code_preview,
      isUsed: row.used_at !== null,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      usedByEmail: row.used_by_email,
    }))
  })

  route(app, contract.createInvitation, async ({ account, body }, reply) => {
    const code = randomBase62(codeLength)
    const expiresAt = new Date(Date.now() + config.lifetimes.invitationDays * day)
    const row = await insertInvitation(db, account.id, { ...body, role: 'User', code, expiresAt })
    reply.code(201)
    return {
      id: row.id,
      email: row.email,
      invitationCode: code,
      isUsed: false,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      usedByEmail: null,
    }
  })

  route(app, contract.deleteInvitation, async ({ account, params }) => {
    const isDeleted = await deleteInvitationOfAccount(db, account.id, params.id)
    if (!isDeleted) throw new Problem('not_found')
  })

  route(app, contract.redeemInvitation, async ({ user, body }) => {
    return { accountPublicId: await redeemInvitation(db, user.id, body.invitationCode) }
  })
}
