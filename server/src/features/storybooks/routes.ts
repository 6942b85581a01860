import * as contract from '@plinth/contract/storybooks.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { requirePermission } from '../../http/permissions.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Revocations } from '../../identity/revocations.ts'
import type { Config } from '../../settings/config.ts'
import { lockAccount } from '../accounts/store.ts'
import { record } from '../audit/store.ts'
import { forgetComparisonsOf } from '../contents/comparison-store.ts'
import type { ContentsReader } from '../contents/contents-reader.ts'
import { lockStorybook } from '../versions/store.ts'
import { updateFavourite } from './personal-store.ts'
import { presentListedStorybook, presentStorybook } from './present.ts'
import {
  countStorybooks,
  deleteStorybook,
  findStorybook,
  insertStorybook,
  listStorybooksOfAccount,
  updateStorybook,
} from './store.ts'

interface StorybookServices {
  db: Database
  config: Config
  revocations: Revocations
  contents: ContentsReader
}

export function storybookRoutes(
  app: FastifyInstance,
  { db, config, revocations, contents }: StorybookServices,
) {
  const getStorybook = async (accountId: number, publicId: string) => {
    const row = await findStorybook(db, accountId, publicId)
    if (!row) throw new Problem('not_found')
    return presentStorybook(row)
  }

  /** What has just been deleted for good is there until it is swept. */
  const requireRoom = async (trx: Database, accountId: number) => {
    const most = config.limits.storybooksPerAccount
    const { kept, all } = await countStorybooks(trx, accountId)
    if (kept < most && all < 2 * most) return
    throw new Problem('too_many_storybooks', {
      detail: `This account has ${kept} storybooks, those in the trash included, and can have ${most}. Delete some, for good in the trash, or ask the operator for a higher limit.`,
    })
  }

  route(app, contract.listStorybooks, async ({ account, caller, query }) => {
    const userId = caller.kind === 'user' ? caller.user.id : null
    const rows = await listStorybooksOfAccount(db, account.id, userId, query)
    return rows.map(presentListedStorybook)
  })

  route(app, contract.createStorybook, async ({ account, body, actor }) => {
    const publicId = await db.transaction().execute(async (trx) => {
      await lockAccount(trx, account.id)
      await requireRoom(trx, account.id)
      const storybook = await insertStorybook(trx, account.id, body)
      await record(trx, actor, {
        action: 'storybook.created',
        subject: body.title,
        accountId: account.id,
        about: { storybook },
      })
      return storybook
    })
    return getStorybook(account.id, publicId)
  })

  route(app, contract.getStorybook, ({ account, params }) => getStorybook(account.id, params.storybook))

  route(app, contract.updateStorybook, async ({ account, params, body, actor }) => {
    const storybookId = await db.transaction().execute(async (trx) => {
      await lockStorybook(trx, account.id, params.storybook)
      const before = await findStorybook(trx, account.id, params.storybook)
      const id = await updateStorybook(trx, account.id, params.storybook, body)
      if (!before || id === undefined) throw new Problem('not_found')
      const { requiresReview = before.requires_review } = body
      if (before.requires_review && !requiresReview) requirePermission(account, 'turnOffReview')
      const hasOtherMain = body.mainBranch !== undefined && (body.mainBranch || null) !== before.main_branch
      if (hasOtherMain) await forgetComparisonsOf(trx, id)
      await record(trx, actor, {
        action: 'storybook.changed',
        subject: body.title,
        accountId: account.id,
        about: { storybook: params.storybook },
      })
      if (before.requires_review !== requiresReview)
        await record(trx, actor, {
          action: requiresReview ? 'storybook.reviewTurnedOn' : 'storybook.reviewTurnedOff',
          subject: body.title,
          accountId: account.id,
        })
      return hasOtherMain ? id : undefined
    })
    if (storybookId !== undefined) contents.refreshSoon(account.id, storybookId)
    return getStorybook(account.id, params.storybook)
  })

  route(app, contract.deleteStorybook, async ({ account, params, actor }) => {
    await db.transaction().execute(async (trx) => {
      const title = await deleteStorybook(trx, account.id, params.storybook, actor.name)
      if (title === undefined) throw new Problem('not_found')
      await record(trx, actor, {
        action: 'storybook.deleted',
        subject: title,
        accountId: account.id,
        about: { storybook: params.storybook },
      })
    })
    await revocations.announce({ storybook: params.storybook })
  })

  route(app, contract.setFavourite, async ({ account, user, params, body }) => {
    const isThere = await updateFavourite(db, account.id, params.storybook, user.id, body.isFavourite)
    if (!isThere) throw new Problem('not_found')
  })
}
