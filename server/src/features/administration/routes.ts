import * as contract from '@plinth/contract/administration.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Config } from '../../settings/config.ts'
import { deleteAccount } from '../accounts/manage-account.ts'
import { createAccount } from './create-account.ts'
import { inviteOwner } from './invite-owner.ts'
import { presentAdministeredAccount, presentOwnerInvitation } from './present.ts'
import { findAccountId, listAllAccounts } from './store.ts'

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
      ownerInvitation: invitation ? presentOwnerInvitation(invitation) : null,
    }
  })

  route(app, contract.inviteOwner, async ({ params, body, actor }) => {
    const id = await accountIdOf(params.account)
    return presentOwnerInvitation(await inviteOwner(services, actor, id, body.email))
  })

  route(app, contract.deleteAnyAccount, async ({ params, actor }) => {
    await deleteAccount(db, actor, { id: await accountIdOf(params.account) })
  })

  async function accountIdOf(publicId: string): Promise<number> {
    const id = await findAccountId(db, publicId)
    if (id === undefined) throw new Problem('not_found')
    return id
  }
}
