import type { StorybookDraft } from '@plinth/contract/storybooks.ts'
import { sql } from 'kysely'
import type { UpdateObject } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { newestVersion } from '../../database/named-versions.ts'
import type { Tables } from '../../database/tables.ts'
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
            'versions.public_id as version_public_id',
            'versions.created_at as version_created_at',
            'versions.branch',
            'versions.kind',
            'versions.story_count',
            'versions.component_count',
            'versions.storybook_version',
            'versions.framework',
          ])
          .as('newest'),
      (on) => on.onTrue(),
    )
    .selectAll('newest')
    .select([
      'storybooks.id',
      'storybooks.public_id',
      'storybooks.title',
      'storybooks.description',
      'storybooks.folder',
      'storybooks.main_branch',
      'storybooks.version_count',
      'storybooks.last_updated_at',
    ])
    .where('storybooks.account_id', '=', accountId)
    .where('storybooks.deleted_at', 'is', null)
}

export type StorybookRow = Awaited<ReturnType<typeof listStorybooksOfAccount>>[number]

/** Independent of the database's collation. Case and accents only decide between otherwise equal titles. */
const titleOrder = new Intl.Collator('en', { numeric: true })

export async function listStorybooksOfAccount(db: Database, accountId: number) {
  const rows = await storybooksWithNewest(db, accountId).execute()
  return rows.toSorted((one, other) => titleOrder.compare(one.title, other.title) || one.id - other.id)
}

export async function findStorybook(db: Database, accountId: number, publicId: string) {
  return storybooksWithNewest(db, accountId).where('storybooks.public_id', '=', publicId).executeTakeFirst()
}

/** Call it in a transaction: the storybook can be searched for at once. */
export async function insertStorybook(db: Database, accountId: number, draft: StorybookDraft) {
  const publicId = newPublicId()
  const texts = textsOf(draft)
  const { id: storybookId } = await db
    .insertInto('storybooks')
    .values({ public_id: publicId, account_id: accountId, ...texts, ...placeOf(draft) })
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
const placeOf = ({ folder, mainBranch }: StorybookDraft) => ({
  ...(folder === undefined ? {} : { folder: folder || null }),
  ...(mainBranch === undefined ? {} : { main_branch: mainBranch || null }),
})

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
