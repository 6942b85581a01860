import * as contract from '@plinth/contract/storybooks.ts'
import type { FastifyInstance } from 'fastify'

import { Problem } from '../problems.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'
import { presentStorybook } from './present.ts'
import {
  deleteStorybook,
  findStorybook,
  insertStorybook,
  listStorybooksOfAccount,
  updateStorybook,
} from './store.ts'

export function storybookRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>) {
  const show = async (accountId: number, publicId: string) => {
    const row = await findStorybook(db, accountId, publicId)
    if (!row) throw new Problem('not_found')
    return presentStorybook(row)
  }

  route(app, contract.listStorybooks, async ({ account }) => {
    const rows = await listStorybooksOfAccount(db, account.id)
    return rows.map(presentStorybook)
  })

  route(app, contract.createStorybook, async ({ account, body }, reply) => {
    reply.code(201)
    return show(account.id, await insertStorybook(db, account.id, body))
  })

  route(app, contract.getStorybook, ({ account, params }) => show(account.id, params.storybook))

  route(app, contract.updateStorybook, async ({ account, params, body }) => {
    await updateStorybook(db, account.id, params.storybook, body)
    return show(account.id, params.storybook)
  })

  route(app, contract.deleteStorybook, async ({ account, params }) => {
    const isDeleted = await deleteStorybook(db, account.id, params.storybook)
    if (!isDeleted) throw new Problem('not_found')
  })
}
