import type { RetentionRule } from '@plinth/contract/retention.ts'
import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { forgetComparisonsWith, markBaselinesOutdated } from '../contents/comparison-store.ts'
import { deleteVersionsFromCatalogue, putStorybookInCatalogue } from '../search/catalogue-store.ts'

/** Somebody, by the name in the audit log, or a rule. */
export type DeletedBy = { name: string } | { rule: RetentionRule }

/** Puts versions of a locked storybook into the trash; returns how many of them there were. */
export async function deleteVersions(
  db: Database,
  storybookId: number,
  publicIds: readonly string[],
  by: DeletedBy,
): Promise<number> {
  const deleted = await db
    .updateTable('versions')
    .set({
      deleted_at: sql`now()`,
      deleted_by: 'name' in by ? by.name : null,
      deleted_by_rule: 'rule' in by ? JSON.stringify(by.rule) : null,
    })
    .where('storybook_id', '=', storybookId)
    .where('public_id', 'in', publicIds)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  if (deleted.length === 0) return 0
  const ids = deleted.map(({ id }) => id)
  await forgetComparisonsWith(db, ids)
  await deleteVersionsFromCatalogue(db, storybookId, ids)
  await countVersions(db, storybookId)
  return ids.length
}

async function countVersions(db: Database, storybookId: number): Promise<void> {
  await sql`
    UPDATE storybooks SET (version_count, last_updated_at) = (
      SELECT count(*), max(created_at) FROM versions WHERE storybook_id = storybooks.id AND deleted_at IS NULL
    )
    WHERE id = ${storybookId}`.execute(db)
}

/** The storybook of a version in the trash, locked until the transaction ends. None if it is in the trash itself. */
export async function lockStorybookOfDeletedVersion(
  db: Database,
  accountId: number,
  versionPublicId: string,
) {
  return db
    .selectFrom('storybooks')
    .select(['id', 'public_id', 'title'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('id', '=', (from) =>
      from.selectFrom('versions').select('storybook_id').where('public_id', '=', versionPublicId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Waits for a sweep that is just marking the version, so that it is either restored or swept. Undefined if it is not in
 * the trash, or no longer.
 */
export async function lockDeletedVersion(db: Database, storybookId: number, publicId: string) {
  return versionsInTrash(db, storybookId)
    .select(['id', 'release'])
    .where('public_id', '=', publicId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks some versions that rules removed from a locked storybook, without those that are just being swept. */
export async function lockVersionsRemovedByRules(db: Database, storybookId: number, limit: number) {
  return versionsInTrash(db, storybookId)
    .select(['id', 'public_id'])
    .where('deleted_by_rule', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

const versionsInTrash = (db: Database, storybookId: number) =>
  db
    .selectFrom('versions')
    .where('storybook_id', '=', storybookId)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null)

/** Brings locked versions back into their locked storybook, where they were. */
export async function restoreVersions(
  db: Database,
  storybookId: number,
  ids: readonly number[],
): Promise<void> {
  await db
    .updateTable('versions')
    .set({ deleted_at: null, deleted_by: null, deleted_by_rule: null })
    .where('id', 'in', ids)
    .execute()
  await markBaselinesOutdated(db, storybookId)
  await countVersions(db, storybookId)
}

/** Undefined if it is not in the trash, or no longer. Call it in a transaction: it can be searched for at once. */
export async function restoreStorybookRow(db: Database, accountId: number, publicId: string) {
  const restored = await db
    .updateTable('storybooks')
    .set({ deleted_at: null, deleted_by: null })
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null)
    .returning(['id', 'title', 'description'])
    .executeTakeFirst()
  if (restored) await putStorybookInCatalogue(db, { accountId, storybookId: restored.id }, restored)
  return restored
}

/** Live storybooks of an account from which rules have removed versions. */
export async function listStorybooksToUndo(db: Database, accountId: number) {
  return db
    .selectFrom('storybooks')
    .select(['id', 'public_id'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('versions')
          .select('versions.id')
          .whereRef('versions.storybook_id', '=', 'storybooks.id')
          .where('versions.deleted_at', 'is not', null)
          .where('versions.deleted_by_rule', 'is not', null)
          .where('versions.purged_at', 'is', null),
      ),
    )
    .orderBy('id')
    .execute()
}
