import * as contract from '@plinth/contract/trash.ts'
import type { FastifyInstance } from 'fastify'

import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import { record } from '../audit/store.ts'
import { presentStorybook } from '../storybooks/present.ts'
import { findStorybook } from '../storybooks/store.ts'
import { countTrashOfAccount, listTrashOfAccount } from './listing-store.ts'
import { presentTrash } from './present.ts'
import { purgeTrashOfAccount, purgeStorybookRow, purgeVersionRow } from './purge-store.ts'
import { restoreStorybook, restoreVersion } from './restore.ts'
import type { RestoreServices } from './restore.ts'

/** So that a call takes a second or two, and not minutes. */
const versionsPerCall = 5000

export function trashRoutes(app: FastifyInstance, services: RestoreServices) {
  const { db } = services

  route(app, contract.listTrash, async ({ account, query }) => {
    const rows = await listTrashOfAccount(db, account.id, query)
    return { items: rows.map(presentTrash), ...(await countTrashOfAccount(db, account.id)) }
  })

  route(app, contract.restoreVersion, ({ account, params, actor }) =>
    restoreVersion(services, actor, account.id, params.version),
  )

  route(app, contract.restoreStorybook, async ({ account, params, actor }) => {
    await restoreStorybook(services, actor, account.id, params.storybook)
    const row = await findStorybook(db, account.id, params.storybook)
    if (!row) throw new Problem('not_found')
    return presentStorybook(row)
  })

  route(app, contract.purgeVersion, async ({ account, params, actor }) => {
    await db.transaction().execute(async (trx) => {
      const title = await purgeVersionRow(trx, account.id, params.version)
      if (title === undefined) throw new Problem('not_found')
      const subject = `${title}, version ${params.version}`
      await record(trx, actor, {
        action: 'version.purged',
        subject,
        accountId: account.id,
        about: { version: params.version },
      })
    })
  })

  route(app, contract.purgeStorybook, async ({ account, params, actor }) => {
    await db.transaction().execute(async (trx) => {
      const title = await purgeStorybookRow(trx, account.id, params.storybook)
      if (title === undefined) throw new Problem('not_found')
      await record(trx, actor, {
        action: 'storybook.purged',
        subject: title,
        accountId: account.id,
        about: { storybook: params.storybook },
      })
    })
  })

  route(app, contract.emptyTrash, ({ account, actor }) =>
    db.transaction().execute(async (trx) => {
      const { storybooks, versions } = await purgeTrashOfAccount(trx, account.id, versionsPerCall)
      const subject = `storybooks: ${storybooks}, versions: ${versions}`
      if (storybooks + versions > 0)
        await record(trx, actor, { action: 'trash.emptied', subject, accountId: account.id })
      return { hasMore: versions === versionsPerCall }
    }),
  )
}
