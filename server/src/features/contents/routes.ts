import * as compare from '@plinth/contract/compare.ts'
import * as contract from '@plinth/contract/contents.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { route, WrittenReply } from '../../http/route.ts'
import { findStorybook } from '../storybooks/store.ts'
import { presentVersion } from '../versions/present.ts'
import { findVersionOfStorybook } from '../versions/store.ts'
import {
  listCataloguedComponents,
  listComponentsNamed,
  listStorybooksBeingRead,
  listVersionsThatChanged,
} from './components-store.ts'
import { findVersionsToCompare } from './find-versions-to-compare.ts'
import { presentListedComponent, presentVersionThatChanged } from './present.ts'
import type { Queries } from './queries.ts'
import { findContents } from './store.ts'

/** What other versions and storybooks tell of a component. */
const RestOfPage = z.pick(contract.ComponentPage, { elsewhere: true, changedIn: true })

export function contentsRoutes(app: FastifyInstance, { db, query }: { db: Database; query: Queries }) {
  /** The version of the path, or a problem. */
  async function findVersion(accountId: number, params: { storybook: string; version: string }) {
    const storybook = await findStorybook(db, accountId, params.storybook)
    const row = storybook && (await findVersionOfStorybook(db, storybook.id, params.version))
    if (!row) throw new Problem('not_found')
    return { storybook, row, state: presentVersion(row).contents }
  }

  route(
    app,
    contract.getContents,
    async ({ account, params, endTurn }, reply) => {
      const { row, state } = await findVersion(account.id, params)
      endTurn()
      await query.admitReply(account.id, reply.raw)
      const load = async () => ({
        kind: 'list' as const,
        version: row.public_id,
        contents: await findContents(db, row.id),
        state,
      })
      return new WrittenReply(await query.json(account.id, 'list', load))
    },
    { hasOwnSlots: true },
  )

  route(
    app,
    contract.getComponent,
    async ({ account, params, endTurn }, reply) => {
      const { storybook, row } = await findVersion(account.id, params)
      endTurn()
      await query.admitReply(account.id, reply.raw)
      const stored = { version: row.public_id, load: () => findContents(db, row.id) }
      const findRest = async (name: string) => {
        const elsewhere = await listComponentsNamed(db, account.id, name, storybook.id)
        const changedIn = await listVersionsThatChanged(db, storybook.id, params.component)
        return JSON.stringify(
          RestOfPage.parse({
            elsewhere: elsewhere.map(presentListedComponent),
            changedIn: changedIn.map(presentVersionThatChanged),
          }),
        )
      }
      const page = await query.componentPage(account.id, stored, params.component, findRest)
      if (!page) throw new Problem('not_found')
      return new WrittenReply(page)
    },
    { hasOwnSlots: true },
  )

  route(app, contract.listComponents, async ({ account, query: { storybook } }) => {
    const { maxListedComponents } = contract
    const rows = await listCataloguedComponents(db, account.id, {
      storybook,
      limit: maxListedComponents + 1,
    })
    return {
      components: rows.slice(0, maxListedComponents).map(presentListedComponent),
      isPartial: rows.length > maxListedComponents,
      reading: await listStorybooksBeingRead(db, account.id, storybook),
    }
  })

  route(
    app,
    compare.compareVersions,
    async ({ account, params, query: { from, to }, endTurn }, reply) => {
      const storybook = await findStorybook(db, account.id, params.storybook)
      if (!storybook) throw new Problem('not_found')
      endTurn()
      await query.admitReply(account.id, reply.raw)
      const load = async () => ({
        kind: 'compare' as const,
        ...(await findVersionsToCompare(db, storybook, { from, to })),
      })
      return new WrittenReply(await query.json(account.id, 'compare', load))
    },
    { hasOwnSlots: true },
  )
}
