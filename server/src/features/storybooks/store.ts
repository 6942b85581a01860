import { maxNewVersions } from '@plinth/contract/storybooks.ts'
import type { ChangeSummary, StorybookDraft } from '@plinth/contract/storybooks.ts'
import { sql } from 'kysely'
import type { RawBuilder, UpdateObject } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { newestVersion } from '../../database/named-versions.ts'
import type { Tables } from '../../database/tables.ts'
import { inTitleOrder } from '../../database/title-order.ts'
import { newPublicId } from '../../shared/public-id.ts'
import { deleteCatalogue, putStorybookInCatalogue } from '../search/catalogue-store.ts'

/** Storybooks that are not deleted, each with its newest version. */
function storybooksWithNewest(db: Database, accountId: number) {
  return db
    .selectFrom('storybooks')
    .leftJoinLateral(
      (join) =>
        newestVersion(join)
          .select([
            'versions.id as version_id',
            'versions.public_id as version_public_id',
            'versions.created_at as version_created_at',
            'versions.branch',
            'versions.commit_id',
            'versions.kind',
            'versions.story_count',
            'versions.component_count',
            'versions.storybook_version',
            'versions.framework',
          ])
          .as('newest'),
      (on) => on.onTrue(),
    )
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('storybook_icons')
          .select(['source as icon_source', 'media_type as icon_media_type', 'sha256 as icon_sha256'])
          .whereRef('storybook_id', '=', 'storybooks.id')
          // An uploaded one comes before that of the build.
          .orderBy('source', 'desc')
          .limit(1)
          .as('icon'),
      (on) => on.onTrue(),
    )
    .selectAll('newest')
    .selectAll('icon')
    .select([
      'storybooks.id',
      'storybooks.public_id',
      'storybooks.title',
      'storybooks.description',
      'storybooks.folder',
      'storybooks.main_branch',
      'storybooks.version_count',
      'storybooks.last_updated_at',
      'storybooks.requires_review',
    ])
    .where('storybooks.account_id', '=', accountId)
    .where('storybooks.deleted_at', 'is', null)
}

export type StorybookRow = NonNullable<Awaited<ReturnType<typeof findStorybook>>>
export type ListedStorybookRow = Awaited<ReturnType<typeof listStorybooksOfAccount>>[number]

/** Those in the trash count as kept; all are the ones that wait to be swept, too. */
export async function countStorybooks(db: Database, accountId: number) {
  return db
    .selectFrom('storybooks')
    .select((select) => [
      select.fn.countAll<number>().as('all'),
      select.fn.countAll<number>().filterWhere('purged_at', 'is', null).as('kept'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

interface Page {
  /** The public id of the last one on the page before. */
  after?: string | undefined
  limit?: number | undefined
}

/** With what each is to this person; without one, it is nothing. */
export async function listStorybooksOfAccount(
  db: Database,
  accountId: number,
  userId: number | null,
  { after, limit }: Page = {},
) {
  return storybooksWithNewest(db, accountId)
    .leftJoin('storybooks_of_people as mine', (join) =>
      join.onRef('mine.storybook_id', '=', 'storybooks.id').on('mine.user_id', '=', userId),
    )
    .leftJoin('catalogues', 'catalogues.storybook_id', 'storybooks.id')
    .leftJoinLateral(newVersions.as('news'), (on) => on.onTrue())
    .select(['mine.is_favourite', 'mine.viewed_at', 'mine.seen_up_to', 'news.count as new_versions'])
    .select([newChanges.as('new_changes'), 'catalogues.main_components'])
    .$if(after !== undefined, (query) => query.where(comesAfter(accountId, after ?? '')))
    .orderBy(inTitleOrder('storybooks.title'))
    .orderBy('storybooks.id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? null))
    .execute()
}

/** In the order of the list. Nothing comes after what does not exist; what is deleted still has its place. */
const comesAfter = (accountId: number, publicId: string) => sql<boolean>`
  (${inTitleOrder('storybooks.title')}, storybooks.id) > (
    SELECT ${inTitleOrder('last.title')}, last.id FROM storybooks AS last
    WHERE last.account_id = ${accountId} AND last.public_id = ${publicId})`

const countNewer = (condition: RawBuilder<unknown>) => sql`(
  SELECT FROM versions WHERE storybook_id = storybooks.id AND created_at > mine.seen_up_to AND deleted_at IS NULL
  AND ${condition} LIMIT ${maxNewVersions})`

/** Counts only where there are any. Each case has an index of its own, as that of the newest version. */
const newVersions = sql<{ count: number }>`(
  SELECT count(*) AS count FROM (
    ${countNewer(sql`branch = storybooks.main_branch`)} UNION ALL ${countNewer(sql`storybooks.main_branch IS NULL`)}
  ) AS newer WHERE mine.seen_up_to < newest.version_created_at)`

/** Read only if it is shown. */
const newChanges = sql<ChangeSummary | null>`CASE news.count WHEN 1
  THEN (SELECT changes - 'components' FROM version_contents WHERE version_id = newest.version_id) END`

export async function findStorybook(db: Database, accountId: number, publicId: string) {
  return storybooksWithNewest(db, accountId).where('storybooks.public_id', '=', publicId).executeTakeFirst()
}

/** Call it in a transaction: the storybook can be searched for at once. */
export async function insertStorybook(db: Database, accountId: number, draft: StorybookDraft) {
  const publicId = newPublicId()
  const texts = textsOf(draft)
  const { id: storybookId } = await db
    .insertInto('storybooks')
    // Nobody chooses none by creating a storybook without a main branch.
    .values({
      public_id: publicId,
      account_id: accountId,
      ...texts,
      ...placeOf({ ...draft, mainBranch: draft.mainBranch || undefined }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await putStorybookInCatalogue(db, { accountId, storybookId }, texts)
  return publicId
}

/** Its id; undefined if there is no such storybook. Call it in a transaction. */
export async function updateStorybook(
  db: Database,
  accountId: number,
  publicId: string,
  draft: StorybookDraft,
): Promise<number | undefined> {
  const texts = textsOf(draft)
  const changed = await updateStorybookRow(db, accountId, publicId, { ...texts, ...placeOf(draft) })
  if (changed) await putStorybookInCatalogue(db, { accountId, storybookId: changed.id }, texts)
  return changed?.id
}

const textsOf = ({ title, description }: StorybookDraft) => ({ title, description: description || null })

/** What a draft does not say stays as it is. */
const placeOf = ({ folder, mainBranch, requiresReview }: StorybookDraft) => ({
  ...(requiresReview === undefined ? {} : { requires_review: requiresReview }),
  ...(folder === undefined ? {} : { folder: folder || null }),
  ...(mainBranch === undefined ? {} : chosenMainBranch(mainBranch)),
})

/** By a person, who may also choose none. */
const chosenMainBranch = (mainBranch: string | null) => ({
  main_branch: mainBranch || null,
  has_automatic_main_branch: false,
})

/** Of a locked storybook. */
export async function updateMainBranch(
  db: Database,
  accountId: number,
  publicId: string,
  mainBranch: string | null,
): Promise<void> {
  await updateStorybookRow(db, accountId, publicId, chosenMainBranch(mainBranch))
}

/**
 * Puts the storybook into the trash with all its versions. Returns its title, undefined if there is none. Call it in a
 * transaction.
 */
export async function deleteStorybook(
  db: Database,
  accountId: number,
  publicId: string,
  deletedBy: string,
): Promise<string | undefined> {
  const changes = { deleted_at: sql<Date>`now()`, deleted_by: deletedBy }
  const deleted = await updateStorybookRow(db, accountId, publicId, changes)
  if (deleted) await deleteCatalogue(db, deleted.id)
  return deleted?.title
}

async function updateStorybookRow(
  db: Database,
  accountId: number,
  publicId: string,
  changes: UpdateObject<Tables, 'storybooks'>,
) {
  return db
    .updateTable('storybooks')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .where('deleted_at', 'is', null)
    .returning(['id', 'title'])
    .executeTakeFirst()
}
