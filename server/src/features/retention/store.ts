import type { RetentionDraft, RetentionRule } from '@plinth/contract/retention.ts'
import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { inTitleOrder } from '../../database/title-order.ts'

interface RuleColumns {
  keep_newest: number | null
  inactive_days: number | null
}

const ruleOf = ({ keep_newest, inactive_days }: RuleColumns): RetentionRule | null =>
  keep_newest === null && inactive_days === null
    ? null
    : { keepNewest: keep_newest, inactiveDays: inactive_days }

const columnsOf = (rule: RetentionRule | null): RuleColumns => ({
  keep_newest: rule?.keepNewest ?? null,
  inactive_days: rule?.inactiveDays ?? null,
})

/** The exceptions ordered by title, without those of storybooks in the trash. */
export async function findRetention(db: Database, accountId: number) {
  const rule = await db
    .selectFrom('retention_rules')
    .select(['keep_newest', 'inactive_days'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const exceptions = await db
    .selectFrom('retention_exceptions')
    .innerJoin('storybooks', 'storybooks.id', 'retention_exceptions.storybook_id')
    .select([
      'storybooks.public_id',
      'storybooks.title',
      'retention_exceptions.keep_newest',
      'retention_exceptions.inactive_days',
    ])
    .where('storybooks.account_id', '=', accountId)
    .where('storybooks.deleted_at', 'is', null)
    .orderBy(inTitleOrder('storybooks.title'))
    .orderBy('storybooks.id')
    .execute()
  return {
    rule: rule ? ruleOf(rule) : null,
    exceptions: exceptions.map((row) => ({
      storybookPublicId: row.public_id,
      storybookTitle: row.title,
      rule: ruleOf(row),
    })),
  }
}

export async function listStorybookIds(db: Database, accountId: number) {
  return db
    .selectFrom('storybooks')
    .select(['id', 'public_id'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute()
}

interface SavedException {
  storybookId: number
  rule: RetentionRule | null
}

/** Replaces all of them, but for exceptions of storybooks in the trash. Call it in a transaction. */
export async function replaceRetention(
  db: Database,
  accountId: number,
  rule: RetentionDraft['rule'],
  exceptions: readonly SavedException[],
): Promise<void> {
  await db.deleteFrom('retention_rules').where('account_id', '=', accountId).execute()
  await db
    .deleteFrom('retention_exceptions')
    .where('storybook_id', 'in', (from) =>
      from
        .selectFrom('storybooks')
        .select('id')
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is', null),
    )
    .execute()
  if (rule) {
    await db
      .insertInto('retention_rules')
      .values({ account_id: accountId, ...columnsOf(rule) })
      .execute()
  }
  if (exceptions.length === 0) return
  await db
    .insertInto('retention_exceptions')
    .values(
      exceptions.map((exception) => ({
        storybook_id: exception.storybookId,
        ...columnsOf(exception.rule),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('storybook_id').doUpdateSet((set) => ({
        keep_newest: set.ref('excluded.keep_newest'),
        inactive_days: set.ref('excluded.inactive_days'),
      })),
    )
    .execute()
}

/** The exception of a storybook, or else the rule of its account. */
const inForce = {
  keep_newest: sql<
    number | null
  >`CASE WHEN exceptions.storybook_id IS NULL THEN rules.keep_newest ELSE exceptions.keep_newest END`,
  inactive_days: sql<
    number | null
  >`CASE WHEN exceptions.storybook_id IS NULL THEN rules.inactive_days ELSE exceptions.inactive_days END`,
}

/** Storybooks that are not deleted, without those that keep everything. */
function rulesInForce(db: Database) {
  return db
    .selectFrom('storybooks')
    .leftJoin('retention_rules as rules', 'rules.account_id', 'storybooks.account_id')
    .leftJoin('retention_exceptions as exceptions', 'exceptions.storybook_id', 'storybooks.id')
    .select(['storybooks.id', 'storybooks.public_id', 'storybooks.account_id'])
    .select([inForce.keep_newest.as('keep_newest'), inForce.inactive_days.as('inactive_days')])
    .where('storybooks.deleted_at', 'is', null)
    .where((where) =>
      where.or([where(inForce.keep_newest, 'is not', null), where(inForce.inactive_days, 'is not', null)]),
    )
}

/** Undefined where everything is kept. */
export async function findRuleInForce(db: Database, storybookId: number): Promise<RetentionRule | undefined> {
  const row = await rulesInForce(db).where('storybooks.id', '=', storybookId).executeTakeFirst()
  return (row && ruleOf(row)) ?? undefined
}

/** The next storybooks that a rule applies to, in all accounts. */
export async function listRulesInForce(db: Database, after: number, limit: number) {
  const rows = await rulesInForce(db)
    .where('storybooks.id', '>', after)
    .orderBy('storybooks.id')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => {
    const rule = ruleOf(row)
    return rule
      ? [{ storybookId: row.id, storybookPublicId: row.public_id, accountId: row.account_id, rule }]
      : []
  })
}
