import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'

import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'
import type { Tables, VersionChanges } from '../../database/tables.ts'

/** The result of comparing a version with the one before it. */
export interface ComparedChanges {
  comparedWith: number
  changes: VersionChanges
}

/** What is stored of a comparison. */
export const comparisonColumns = (compared: ComparedChanges | 'nothing to compare' | 'later') => ({
  // The other version may have been deleted meanwhile.
  needs_comparison:
    typeof compared === 'string'
      ? compared === 'later'
      : sql<boolean>`EXISTS (SELECT FROM versions WHERE id = ${compared.comparedWith} AND deleted_at IS NOT NULL)`,
  compared_with: typeof compared === 'string' ? null : compared.comparedWith,
  changes: typeof compared === 'string' ? null : JSON.stringify(compared.changes),
})

export async function saveChanges(
  db: Database,
  versionId: number,
  compared: ComparedChanges | 'nothing to compare',
): Promise<void> {
  await db
    .updateTable('version_contents')
    .set(comparisonColumns(compared))
    .where('version_id', '=', versionId)
    .execute()
}

/** After the main branch has changed, the first versions of other branches are to be compared with that one. */
export async function forgetComparisonsOf(db: Database, storybookId: number): Promise<void> {
  await db
    .updateTable('version_contents')
    .from('versions')
    .set(comparisonColumns('later'))
    .whereRef('versions.id', '=', 'version_contents.version_id')
    .where('versions.storybook_id', '=', storybookId)
    .where((where) =>
      where.or([
        where('version_contents.compared_with', 'is', null),
        where.exists(
          where
            .selectFrom('versions as compared')
            .select('compared.id')
            .whereRef('compared.id', '=', 'version_contents.compared_with')
            .where(sql<boolean>`compared.branch IS DISTINCT FROM versions.branch`),
        ),
      ]),
    )
    .execute()
}

/** After versions were deleted, those after them are to be compared with those before them. */
export async function forgetComparisonsWith(db: Database, deletedIds: readonly number[]): Promise<void> {
  await db
    .updateTable('version_contents')
    .set(comparisonColumns('later'))
    .where('compared_with', 'in', deletedIds)
    .execute()
}

/** After versions came back, those after them are to be compared with them, even those that are still deleted. */
export async function forgetComparisonsAfter(
  db: Database,
  storybookId: number,
  restoredIds: readonly number[],
): Promise<void> {
  await db
    .updateTable('version_contents')
    .from('versions')
    .set(comparisonColumns('later'))
    .whereRef('versions.id', '=', 'version_contents.version_id')
    .where('versions.storybook_id', '=', storybookId)
    .where(previousId, 'in', restoredIds)
    .execute()
}

const earlier = sql`earlier.storybook_id = versions.storybook_id AND earlier.deleted_at IS NULL
  AND (earlier.created_at, earlier.id) < (versions.created_at, versions.id)`
const newestFirst = sql`ORDER BY earlier.created_at DESC, earlier.id DESC LIMIT 1`

/**
 * The version before another on its branch; for the first one, the newest of the main branch then. Versions without a
 * branch are asked for on their own: no index finds what IS NOT DISTINCT FROM something.
 */
const previousId = sql<number>`coalesce(
  (SELECT id FROM versions AS earlier WHERE ${earlier} AND branch = versions.branch ${newestFirst}),
  (SELECT id FROM versions AS earlier WHERE ${earlier} AND branch IS NULL AND versions.branch IS NULL ${newestFirst}),
  (SELECT id FROM versions AS earlier WHERE ${earlier}
    AND branch = (SELECT main_branch FROM storybooks WHERE id = versions.storybook_id) ${newestFirst}))`

const previousVersion = (from: ExpressionBuilder<Tables, 'versions'>) =>
  from
    .selectFrom('versions as previous')
    .select(['previous.id', 'previous.public_id', 'previous.kind'])
    .where('previous.id', '=', previousId)
    .limit(1)
    .as('previous')

/** Versions that have been read, each with the one before it, if there is one and it has been read too. */
function versionsWithPrevious(db: Database) {
  return db
    .selectFrom('versions')
    .leftJoinLateral(previousVersion, (on) => on.onTrue())
    .leftJoin('version_contents as before', 'before.version_id', 'previous.id')
    .select(['versions.id', 'versions.story_count as storyCount', 'previous.id as previousId'])
    .where('versions.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('previous.id', 'is', null),
        where('previous.kind', '=', 'site'),
        where.and([where('before.read_at', 'is not', null), where('before.format', '=', contentsFormat)]),
      ]),
    )
}

function uncompared(db: Database) {
  return versionsWithPrevious(db)
    .innerJoin('version_contents', 'version_contents.version_id', 'versions.id')
    .where('version_contents.needs_comparison', '=', true)
    .where('version_contents.read_at', 'is not', null)
    .where('version_contents.format', '=', contentsFormat)
    .orderBy('versions.id', 'desc')
}

export type ComparableVersion = Awaited<ReturnType<typeof listUncompared>>[number]

/** The newest first. */
export async function listUncompared(
  db: Database,
  storybookId: number,
  { below, limit }: { below: number; limit: number },
) {
  return uncompared(db)
    .where('versions.storybook_id', '=', storybookId)
    .where('versions.id', '<', below)
    .limit(limit)
    .execute()
}

/** Storybooks with versions that are to be compared; some more than once. */
export async function listStorybooksToCompare(db: Database, limit: number) {
  return uncompared(db)
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .select(['storybooks.id as storybookId', 'storybooks.account_id as accountId'])
    .limit(limit)
    .execute()
}

/** Undefined while the version before it is still to be read. */
export async function findComparable(
  db: Database,
  versionId: number,
): Promise<ComparableVersion | undefined> {
  return versionsWithPrevious(db).where('versions.id', '=', versionId).executeTakeFirst()
}

/** The public id; undefined if there is none. */
export async function findPreviousVersion(db: Database, versionId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('versions')
    .innerJoinLateral(previousVersion, (on) => on.onTrue())
    .select('previous.public_id')
    .where('versions.id', '=', versionId)
    .executeTakeFirst()
  return row?.public_id
}
