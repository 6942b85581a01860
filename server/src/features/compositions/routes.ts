import * as contract from '@plinth/contract/compositions.ts'
import { can } from '@plinth/contract/roles.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import type { MemberCaller } from '../../http/callers.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Revocations } from '../../identity/revocations.ts'
import type { Config } from '../../settings/config.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { record } from '../audit/store.ts'
import { createComposition } from './create-composition.ts'
import { presentAllowedPage, presentComposition } from './present.ts'
import { allowPage, findRequestedPage } from './requested-pages.ts'
import {
  deleteAllowedPage,
  deleteComposition,
  listAllowedPagesOfUser,
  listCompositionsOfAccount,
} from './store.ts'

interface CompositionServices {
  db: Database
  config: Config
  viewer: Viewer
  revocations: Revocations
}

/** Whose compositions a member may see and revoke; undefined for those of everybody. */
const onlyMaker = ({ role }: MemberCaller['account'], { id }: MemberCaller['user']) =>
  can(role, 'manageApiKeys') ? undefined : id

export function compositionRoutes(app: FastifyInstance, services: CompositionServices) {
  const { db, revocations } = services

  route(app, contract.createComposition, async ({ caller, account, body, actor }) =>
    createComposition(services, actor, { caller, account }, body),
  )

  route(app, contract.listCompositions, async ({ account, user }) => {
    const rows = await listCompositionsOfAccount(db, account.id, onlyMaker(account, user))
    return rows.map(presentComposition)
  })

  route(app, contract.revokeComposition, async ({ account, user, params, actor }) => {
    await db.transaction().execute(async (trx) => {
      const origin = await deleteComposition(trx, account.id, params.id, onlyMaker(account, user))
      if (origin === undefined) throw new Problem('not_found')
      await record(trx, actor, { action: 'composition.revoked', subject: origin, accountId: account.id })
    })
    await revocations.announce({ composition: params.id })
  })

  route(app, contract.describeRequestedPage, async ({ user, body }) => {
    const { origin, accountName, storybookTitle } = await findRequestedPage(services, user.id, body.request)
    return { origin, accountName, storybookTitle }
  })

  route(app, contract.allowPage, ({ user, body, actor }) => allowPage(services, actor, user.id, body.request))

  route(app, contract.listAllowedPages, async ({ user }) => {
    const rows = await listAllowedPagesOfUser(db, user.id)
    return rows.map(presentAllowedPage)
  })

  route(app, contract.revokeAllowedPage, async ({ user, params, actor }) => {
    await db.transaction().execute(async (trx) => {
      const revoked = await deleteAllowedPage(trx, user.id, params.id)
      if (!revoked) throw new Problem('not_found')
      const { accountId, origin } = revoked
      await record(trx, actor, { action: 'page.revoked', subject: origin, accountId })
    })
    await revocations.announce({ composition: params.id })
  })
}
