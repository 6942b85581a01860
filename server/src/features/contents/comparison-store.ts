import { sql } from 'kysely'

import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'
import type { VersionChanges } from '../../database/tables.ts'
import { newPublicId } from '../../shared/public-id.ts'
import { baselineId, joinedBaseline } from './baseline-store.ts'

/** The result of comparing a version with its baseline. */
export interface ComparedChanges {
  comparedWith: number
  /** Null if one of them could not be read. */
  changes: VersionChanges | null
}

/** What is stored of a comparison. */
export const comparisonColumns = (compared: ComparedChanges | 'nothing to compare' | 'later') => ({
  // The other version may have been deleted meanwhile.
  needs_comparison:
    typeof compared === 'string'
      ? compared === 'later'
      : sql<boolean>`EXISTS (SELECT FROM versions WHERE id = ${compared.comparedWith} AND deleted_at IS NOT NULL)`,
  compared_with: typeof compared === 'string' ? null : compared.comparedWith,
  changes:
    typeof compared === 'string' || compared.changes === null ? null : JSON.stringify(compared.changes),
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

/**
 * After the main branch has changed or versions came back: versions may have another baseline now. There may be many, so they
 * are looked through in the background.
 */
export async function markBaselinesOutdated(trx: Database, storybookId: number): Promise<void> {
  await trx
    .updateTable('storybooks')
    .set({ outdated_baselines: newPublicId() })
    .where('id', '=', storybookId)
    .execute()
}

const versionsAtOnce = 500

/**
 * Of a storybook whose baselines are outdated: versions that have another one now are to be compared with it, even those that
 * are deleted.
 */
export async function forgetOutdatedComparisons(
  db: Database,
  storybookId: number,
  signal: AbortSignal,
): Promise<void> {
  const storybook = await db
    .selectFrom('storybooks')
    .select('outdated_baselines as mark')
    .where('id', '=', storybookId)
    .executeTakeFirst()
  const mark = storybook?.mark ?? null
  if (mark === null) return
  for (let below: number | undefined = Number.MAX_SAFE_INTEGER; below !== undefined;) {
    signal.throwIfAborted()
    below = await forgetSomeComparisons(db, storybookId, below)
  }
  // Unless it happened again meanwhile.
  await db
    .updateTable('storybooks')
    .set({ outdated_baselines: null })
    .where('id', '=', storybookId)
    .where('outdated_baselines', '=', mark)
    .execute()
}

/** Returns below which id to continue, if there may be more. */
async function forgetSomeComparisons(
  db: Database,
  storybookId: number,
  below: number,
): Promise<number | undefined> {
  const versions = await db
    .selectFrom('versions')
    .select('id')
    .where('storybook_id', '=', storybookId)
    .where('id', '<', below)
    .orderBy('id', 'desc')
    .limit(versionsAtOnce)
    .execute()
  const last = versions.at(-1)?.id
  if (last === undefined) return undefined
  await db
    .updateTable('version_contents')
    .from('versions')
    .set(comparisonColumns('later'))
    .whereRef('versions.id', '=', 'version_contents.version_id')
    .where('versions.storybook_id', '=', storybookId)
    .where('versions.id', '>=', last)
    .where('versions.id', '<', below)
    .where(sql<boolean>`version_contents.compared_with IS DISTINCT FROM ${baselineId}`)
    .execute()
  return versions.length < versionsAtOnce ? undefined : last
}

/** Storybooks whose baselines are outdated. */
export async function listOutdatedStorybooks(db: Database, limit: number) {
  return db
    .selectFrom('storybooks')
    .select(['id as storybookId', 'account_id as accountId'])
    .where('outdated_baselines', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(limit)
    .execute()
}

/** After versions were deleted, those that were compared with them have other baselines. */
export async function forgetComparisonsWith(db: Database, deletedIds: readonly number[]): Promise<void> {
  await db
    .updateTable('version_contents')
    .set(comparisonColumns('later'))
    .where('compared_with', 'in', deletedIds)
    .execute()
}

/** Versions, each with its baseline, if there is none to be read first. */
function versionsWithBaseline(db: Database) {
  return db
    .selectFrom('versions')
    .leftJoinLateral(joinedBaseline, (on) => on.onTrue())
    .leftJoin('version_contents as before', 'before.version_id', 'baseline.id')
    .select(['versions.id', 'versions.story_count as storyCount', 'baseline.id as baselineId'])
    .where('versions.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('baseline.id', 'is', null),
        where('baseline.kind', '=', 'site'),
        where.and([where('before.read_at', 'is not', null), where('before.format', '=', contentsFormat)]),
      ]),
    )
}

function uncompared(db: Database) {
  return versionsWithBaseline(db)
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

/** Undefined while its baseline is still to be read. */
export async function findComparable(
  db: Database,
  versionId: number,
): Promise<ComparableVersion | undefined> {
  return versionsWithBaseline(db).where('versions.id', '=', versionId).executeTakeFirst()
}
