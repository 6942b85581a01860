import {
  createStorybook,
  getStorybook,
  listStorybooks,
  updateStorybook,
} from '@plinth/contract/storybooks.ts'
import type { FastifyInstance } from 'fastify'

import { Problem } from '../problems.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'
import { presentStorybook } from './present.ts'
import { findStorybook, insertStorybook, listStorybooksOfAccount, updateStorybookDraft } from './store.ts'

export function storybookRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>) {
  route(app, listStorybooks, async ({ account }) => {
    const rows = await listStorybooksOfAccount(db, account.id)
    return rows.map(presentStorybook)
  })

  route(app, createStorybook, async ({ account, body }, reply) => {
    reply.code(201)
    return presentStorybook(await insertStorybook(db, account.id, body))
  })

  route(app, getStorybook, async ({ account, params }) => {
    return presentStorybook(found(await findStorybook(db, account.id, params.storybook)))
  })

  route(app, updateStorybook, async ({ account, params, body }) => {
    return presentStorybook(found(await updateStorybookDraft(db, account.id, params.storybook, body)))
  })
}

function found<T>(row: T | undefined): T {
  if (!row) throw new Problem('not_found')
  return row
}
