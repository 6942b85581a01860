import * as contract from '@plinth/contract/retention.ts'
import type { RetentionDraft, RetentionRule } from '@plinth/contract/retention.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Paces } from '../../shared/account-pace.ts'
import { fairSlots, NoFreeSlot } from '../../shared/fair-slots.ts'
import { lockAccount } from '../accounts/store.ts'
import { record } from '../audit/store.ts'
import type { RestoreServices } from '../trash/restore.ts'
import { previewRemoval } from './removable-store.ts'
import { findRetention, listStorybookIds, replaceRetention } from './store.ts'
import { undoRetention } from './undo-retention.ts'

export function retentionRoutes(app: FastifyInstance, services: RestoreServices & { paces: Paces }) {
  const { db, paces } = services
  /** Each uses a connection for seconds. One account must not use them all, and waits without one. */
  const slots = fairSlots({
    total: 3,
    perAccount: 1,
    waitingPerAccount: 10,
    waitMs: 30_000,
    pace: paces.calls,
  })
  const inTurn = <Result>(accountId: number, work: () => Promise<Result>) =>
    slots.run(accountId, work).catch((error: unknown) => {
      throw error instanceof NoFreeSlot ? new Problem('rate_limited', { retryAfter: 10 }) : error
    })

  route(app, contract.getRetention, ({ account }) => findRetention(db, account.id))

  route(app, contract.setRetention, ({ account, body, actor }) =>
    db.transaction().execute(async (trx) => {
      // Whoever saves at the same time replaces all of this, and not a part of it.
      await lockAccount(trx, account.id)
      const { exceptions } = await withStorybookIds(trx, account.id, body)
      await replaceRetention(trx, account.id, body.rule, exceptions)
      const subject = describeRetention(body)
      await record(trx, actor, { action: 'retention.changed', subject, accountId: account.id })
      return findRetention(trx, account.id)
    }),
  )

  const preview = async (accountId: number, draft: RetentionDraft) => {
    const { exceptions, others } = await withStorybookIds(db, accountId, draft)
    const byStorybook = [...exceptions, ...others.map((storybookId) => ({ storybookId, rule: draft.rule }))]
    const rules = byStorybook.flatMap(({ storybookId, rule }) => (rule ? [{ storybookId, rule }] : []))
    return previewRemoval(db, rules)
  }

  route(
    app,
    contract.previewRetention,
    ({ account, body, endTurn }) => {
      endTurn()
      return inTurn(account.id, () => preview(account.id, body))
    },
    { hasOwnSlots: true },
  )

  route(
    app,
    contract.undoRetention,
    ({ account, actor, endTurn }) => {
      endTurn()
      return inTurn(account.id, () => undoRetention(services, actor, account.id))
    },
    { hasOwnSlots: true },
  )
}

/** The exceptions with the ids of their storybooks, and the ids of all other storybooks. */
async function withStorybookIds(db: Database, accountId: number, draft: RetentionDraft) {
  const rows = await listStorybookIds(db, accountId)
  const others = new Map(rows.map((row) => [row.public_id, row.id]))
  const exceptions = draft.exceptions.map(({ storybookPublicId, rule }, i) => {
    const storybookId = others.get(storybookPublicId)
    if (storybookId === undefined) throw unknownStorybook(i)
    others.delete(storybookPublicId)
    return { storybookId, rule }
  })
  return { exceptions, others: [...others.values()] }
}

const unknownStorybook = (i: number) =>
  new Problem('invalid_input', {
    errors: [{ field: `exceptions.${i}.storybookPublicId`, message: 'There is no such storybook' }],
  })

function describeRetention({ rule, exceptions }: RetentionDraft): string {
  if (exceptions.length === 0) return describeRule(rule)
  return `${describeRule(rule)}; ${counted(exceptions.length, 'exception')}`
}

function describeRule(rule: RetentionRule | null): string {
  if (!rule) return 'Keep everything'
  const { keepNewest, inactiveDays } = rule
  return [
    ...(keepNewest === null ? [] : [`keep the newest ${keepNewest} of each branch`]),
    ...(inactiveDays === null ? [] : [`remove branches after ${counted(inactiveDays, 'day')}`]),
  ].join(', ')
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
