import * as contract from '@plinth/contract/storybooks.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { userIdOf } from '../../http/callers.ts'
import { requirePermission } from '../../http/permissions.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Revocations } from '../../identity/revocations.ts'
import type { Config } from '../../settings/config.ts'
import { lockAccount } from '../accounts/store.ts'
import { record } from '../audit/store.ts'
import { markBaselinesOutdated } from '../contents/comparison-store.ts'
import type { ContentsReader } from '../contents/contents-reader.ts'
import { lockStorybook } from '../versions/store.ts'
import { findProposedMainBranch } from './main-branch-store.ts'
import { updateFavourite } from './personal-store.ts'
import { presentListedStorybook, presentStorybook } from './present.ts'
import {
  countStorybooks,
  deleteStorybook,
  findStorybook,
  insertStorybook,
  listStorybooksOfAccount,
  updateMainBranch,
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
    const userId = userIdOf(caller)
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
    await changeStorybook(account.id, params.storybook, body.mainBranch, async (trx, before) => {
      const { requiresReview = before.requires_review } = body
      if (before.requires_review && !requiresReview) requirePermission(account, 'turnOffReview')
      await updateStorybook(trx, account.id, params.storybook, body)
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
          about: { storybook: params.storybook },
        })
    })
    return getStorybook(account.id, params.storybook)
  })

  /** Versions of other branches are compared with another version once another branch is the main branch. */
  async function changeStorybook(
    accountId: number,
    publicId: string,
    mainBranch: string | null | undefined,
    change: (trx: Database, storybook: { title: string; requires_review: boolean }) => Promise<void>,
  ) {
    const storybookId = await db.transaction().execute(async (trx) => {
      const before = await lockStorybook(trx, accountId, publicId)
      if (!before) throw new Problem('not_found')
      await change(trx, before)
      const hasOtherMain = mainBranch !== undefined && (mainBranch || null) !== before.main_branch
      if (hasOtherMain) await markBaselinesOutdated(trx, before.id)
      return hasOtherMain ? before.id : undefined
    })
    if (storybookId !== undefined) contents.refreshSoon(accountId, storybookId)
  }

  route(app, contract.getProposedMainBranch, async ({ account, params }) => {
    const found = await findProposedMainBranch(db, account.id, params.storybook)
    if (!found) throw new Problem('not_found')
    return { mainBranch: found.proposed }
  })

  route(app, contract.setMainBranch, async ({ account, params, body: { mainBranch }, actor }) => {
    await changeStorybook(account.id, params.storybook, mainBranch, async (trx, { title }) => {
      await updateMainBranch(trx, account.id, params.storybook, mainBranch)
      await record(trx, actor, {
        action: 'storybook.changed',
        subject: `${title}, ${mainBranch ? `main branch ${mainBranch}` : 'no main branch'}`,
        accountId: account.id,
        about: { storybook: params.storybook },
      })
    })
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
