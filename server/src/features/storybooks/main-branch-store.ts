import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** What a repository's default branch is usually called, where uploads do not say. */
export const usualMainBranches = ['main', 'master', 'trunk']

/** The default branch of the repository, once a version of it is published; null before. */
const publishedDefaultBranch = sql<string | null>`(
  SELECT name
  FROM unnest(CASE WHEN default_branch IS NULL THEN ${usualMainBranches}::text[] ELSE ARRAY[default_branch] END)
    WITH ORDINALITY AS likely (name, place)
  WHERE EXISTS (SELECT FROM versions WHERE storybook_id = storybooks.id AND branch = name AND deleted_at IS NULL)
  ORDER BY place LIMIT 1)`

interface PublishedVersion {
  publicId: string
  /** As the upload names it. */
  defaultBranch: string | undefined
}

/**
 * After a version of a branch was published to a locked storybook: its main branch becomes the default branch of the
 * repository, unless a person has chosen. Returns that branch if it has become the main branch now.
 */
export async function followDefaultBranch(
  trx: Database,
  storybookId: number,
  { publicId, defaultBranch }: PublishedVersion,
): Promise<string | undefined> {
  if (defaultBranch !== undefined)
    await trx
      .updateTable('storybooks')
      .set({ default_branch: defaultBranch })
      .where('id', '=', storybookId)
      .where('default_branch', 'is distinct from', defaultBranch)
      .execute()
  const chosen = await trx
    .updateTable('storybooks')
    .set({ has_automatic_main_branch: true, main_branch: publishedDefaultBranch })
    .where('id', '=', storybookId)
    .where('main_branch', 'is', null)
    .where(
      sql<boolean>`(has_automatic_main_branch OR has_automatic_main_branch IS NULL AND NOT EXISTS (
        SELECT FROM versions
        WHERE storybook_id = storybooks.id AND branch IS NOT NULL AND deleted_at IS NULL AND public_id <> ${publicId}))`,
    )
    .returning('main_branch')
    .executeTakeFirst()
  return chosen?.main_branch ?? undefined
}

/** The main branch that a storybook should have, if nobody has chosen one, or none; undefined if there is no such storybook. */
export async function findProposedMainBranch(db: Database, accountId: number, publicId: string) {
  return db
    .selectFrom('storybooks')
    .select(
      sql<string | null>`CASE WHEN main_branch IS NULL AND has_automatic_main_branch IS NULL
        THEN ${publishedDefaultBranch} END`.as('proposed'),
    )
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
