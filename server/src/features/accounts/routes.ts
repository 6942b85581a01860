import * as contract from '@plinth/contract/accounts.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import type { Revocations } from '../../identity/revocations.ts'
import { allowShareLinks, deleteAccount, renameAccount } from './manage-account.ts'
import { presentAccount } from './present.ts'
import { listAccountsOfUser } from './store.ts'

export function accountRoutes(
  app: FastifyInstance,
  { db, revocations }: { db: Database; revocations: Revocations },
) {
  route(app, contract.listAccounts, async ({ user }) => {
    const rows = await listAccountsOfUser(db, user.id)
    return rows.map(presentAccount)
  })

  route(app, contract.renameAccount, async ({ account, body, actor }) => {
    const renamed = await renameAccount(db, actor, account, body.name)
    return presentAccount({ ...renamed, role: account.role })
  })

  route(app, contract.allowShareLinks, async ({ account, body, actor }) => {
    const changed = await allowShareLinks(db, actor, account, body)
    await revocations.announce({ guestsOf: account.id })
    return presentAccount({ ...changed, role: account.role })
  })

  route(app, contract.deleteAccount, async ({ account, user, actor }) => {
    await deleteAccount(db, actor, account, user.id)
    await revocations.announce({ userId: user.id })
  })
}
