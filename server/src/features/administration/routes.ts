import * as contract from '@plinth/contract/administration.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import type { Config } from '../../settings/config.ts'
import { createAccount } from './create-account.ts'
import { presentAdministeredAccount } from './present.ts'
import { listAllAccounts } from './store.ts'

export function administrationRoutes(app: FastifyInstance, services: { db: Database; config: Config }) {
  const { db, config } = services
  const { accountStorageBytes } = config.limits

  route(app, contract.listAllAccounts, async ({ query }) => {
    const rows = await listAllAccounts(db, query.limit, query.search?.trim())
    return rows.map((row) => presentAdministeredAccount(row, accountStorageBytes))
  })

  route(app, contract.createAccount, async ({ body, actor }) => {
    const { account, invitation } = await createAccount(services, actor, body)
    return {
      ...presentAdministeredAccount(account, accountStorageBytes),
      ownerInvitation: invitation
        ? { invitationCode: invitation.code, expiresAt: invitation.row.expires_at.toISOString() }
        : null,
    }
  })
}
