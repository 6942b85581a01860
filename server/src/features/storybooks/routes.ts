import * as contract from '@plinth/contract/storybooks.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Revocations } from '../../identity/revocations.ts'
import { record } from '../audit/store.ts'
import { presentStorybook } from './present.ts'
import {
  deleteStorybook,
  findStorybook,
  insertStorybook,
  listStorybooksOfAccount,
  updateStorybook,
} from './store.ts'

export function storybookRoutes(
  app: FastifyInstance,
  { db, revocations }: { db: Database; revocations: Revocations },
) {
  const getStorybook = async (accountId: number, publicId: string) => {
    const row = await findStorybook(db, accountId, publicId)
    if (!row) throw new Problem('not_found')
    return presentStorybook(row)
  }

  route(app, contract.listStorybooks, async ({ account }) => {
    const rows = await listStorybooksOfAccount(db, account.id)
    return rows.map(presentStorybook)
  })

  route(app, contract.createStorybook, async ({ account, body, actor }) => {
    const publicId = await db.transaction().execute(async (trx) => {
      await record(trx, actor, {
        action: 'storybook.created',
        subject: body.title,
        accountId: account.id,
      })
      return insertStorybook(trx, account.id, body)
    })
    return getStorybook(account.id, publicId)
  })

  route(app, contract.getStorybook, ({ account, params }) => getStorybook(account.id, params.storybook))

  route(app, contract.updateStorybook, async ({ account, params, body, actor }) => {
    await db.transaction().execute(async (trx) => {
      const isChanged = await updateStorybook(trx, account.id, params.storybook, body)
      if (!isChanged) throw new Problem('not_found')
      await record(trx, actor, {
        action: 'storybook.changed',
        subject: body.title,
        accountId: account.id,
      })
    })
    return getStorybook(account.id, params.storybook)
  })

  route(app, contract.deleteStorybook, async ({ account, params, actor }) => {
    await db.transaction().execute(async (trx) => {
      const title = await deleteStorybook(trx, account.id, params.storybook)
      if (title === undefined) throw new Problem('not_found')
      await record(trx, actor, { action: 'storybook.deleted', subject: title, accountId: account.id })
    })
    await revocations.announce({ storybook: params.storybook })
  })
}
