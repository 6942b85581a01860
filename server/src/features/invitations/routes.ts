import * as contract from '@plinth/contract/invitations.ts'
import { defaultRole } from '@plinth/contract/roles.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { requirePermissionOver, requirePermissionToGive } from '../../http/permissions.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Config } from '../../settings/config.ts'
import { record } from '../audit/store.ts'
import { invite, renewInvitation } from './invite.ts'
import { presentInvitation } from './present.ts'
import { redeemInvitation } from './redeem-invitation.ts'
import { deleteInvitationOfAccount, listInvitationsOfAccount } from './store.ts'

export function invitationRoutes(app: FastifyInstance, { db, config }: { db: Database; config: Config }) {
  route(app, contract.listInvitations, async ({ account }) => {
    const rows = await listInvitationsOfAccount(db, account.id)
    return rows.map((row) => presentInvitation(row))
  })

  route(app, contract.createInvitation, async ({ account, body, actor }) => {
    const { role = defaultRole } = body
    requirePermissionToGive(account, role)
    const { code, row } = await db
      .transaction()
      .execute((trx) => invite({ db: trx, config }, actor, account.id, { ...body, role }))
    return presentInvitation(row, code)
  })

  route(app, contract.renewInvitation, async ({ account, params, actor }) => {
    const { code, row } = await renewInvitation({ db, config }, actor, account, params.id)
    return presentInvitation(row, code)
  })

  route(app, contract.deleteInvitation, async ({ account, params, actor }) => {
    await db.transaction().execute(async (trx) => {
      const deleted = await deleteInvitationOfAccount(trx, account.id, params.id)
      if (!deleted) throw new Problem('not_found')
      // Refusing here undoes the deletion with the rest of the transaction.
      requirePermissionOver(account, deleted.role)
      await record(trx, actor, {
        action: 'invitation.deleted',
        subject: deleted.email,
        accountId: account.id,
      })
    })
  })

  route(app, contract.redeemInvitation, ({ user, body, actor }) => redeemInvitation(db, actor, user, body))
}
