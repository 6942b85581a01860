import { sql } from 'kysely'
import type { Selectable, SelectQueryBuilder } from 'kysely'

import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'
import type { Tables, VersionChanges } from '../../database/tables.ts'
import { newPublicId } from '../../shared/public-id.ts'
import { baselineId, joinedBaseline } from './baseline-store.ts'

/** The result of comparing a version with its baseline. */
export interface ComparedChanges {
  comparedWith: number
  /** Null if one of them could not be read. */
  changes: VersionChanges | null
}

/** What is stored of a comparison. */
export function comparisonColumns(compared: ComparedChanges | 'nothing to compare' | 'later') {
  const { comparedWith, changes } =
    typeof compared === 'string' ? { comparedWith: null, changes: null } : compared
  return {
    // The version may have another baseline by now.
    needs_comparison:
      compared === 'later' ||
      sql<boolean>`(
        SELECT ${comparedWith}::bigint IS DISTINCT FROM ${baselineId}
        FROM versions WHERE versions.id = version_contents.version_id)`,
    compared_with: comparedWith,
    changes: changes && JSON.stringify(changes),
  }
}

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

/** Null if the baselines of a storybook are not outdated. */
export async function findOutdatedMark(db: Database, storybookId: number): Promise<string | null> {
  const storybook = await db
    .selectFrom('storybooks')
    .select('outdated_baselines as mark')
    .where('id', '=', storybookId)
    .executeTakeFirst()
  return storybook?.mark ?? null
}

const lookedThroughAtOnce = 500

/**
 * Looks through some versions of a storybook, below an id: those that have another baseline now are to be compared with it,
 * even those that are deleted. Returns below which id to continue, if there may be more. Ends if the baselines became outdated
 * again: all versions are to be looked through then.
 */
export async function forgetOutdatedComparisons(
  db: Database,
  { storybookId, mark }: { storybookId: number; mark: string },
  below: number,
): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    // Deleting versions locks the storybook first, too. In another order, the two could wait for each other.
    const storybook = await trx
      .selectFrom('storybooks')
      .select('id')
      .where('id', '=', storybookId)
      .where('outdated_baselines', '=', mark)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!storybook) return undefined
    const versions = await trx
      .selectFrom('versions')
      .select('id')
      .where('storybook_id', '=', storybookId)
      .where('id', '<', below)
      .orderBy('id', 'desc')
      .limit(lookedThroughAtOnce)
      .execute()
    const last = versions.at(-1)?.id ?? below
    await trx
      .updateTable('version_contents')
      .from('versions')
      .set(comparisonColumns('later'))
      .whereRef('versions.id', '=', 'version_contents.version_id')
      .where('versions.storybook_id', '=', storybookId)
      .where('versions.id', '>=', last)
      .where('versions.id', '<', below)
      .where(sql<boolean>`version_contents.compared_with IS DISTINCT FROM ${baselineId}`)
      .execute()
    if (versions.length === lookedThroughAtOnce) return last
    await trx
      .updateTable('storybooks')
      .set({ outdated_baselines: null })
      .where('id', '=', storybookId)
      .execute()
    return undefined
  })
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

/**
 * Finds the baselines of versions, and leaves out versions whose baseline has not been read yet. OFFSET keeps PostgreSQL from
 * finding the baselines of all other versions first.
 */
function withBaselines(
  db: Database,
  versions: SelectQueryBuilder<Tables, 'versions', Selectable<Tables['versions']>>,
) {
  return db
    .selectFrom(versions.where('versions.deleted_at', 'is', null).offset(0).as('versions'))
    .leftJoinLateral(joinedBaseline, (on) => on.onTrue())
    .leftJoin('version_contents as before', 'before.version_id', 'baseline.id')
    .select(['versions.id', 'versions.story_count as storyCount', 'baseline.id as baselineId'])
    .where((where) =>
      where.or([
        where('baseline.id', 'is', null),
        where('baseline.kind', '=', 'site'),
        where.and([where('before.read_at', 'is not', null), where('before.format', '=', contentsFormat)]),
      ]),
    )
}

const uncompared = (db: Database) =>
  db
    .selectFrom('versions')
    .innerJoin('version_contents', 'version_contents.version_id', 'versions.id')
    .selectAll('versions')
    .where('version_contents.needs_comparison', '=', true)
    .where('version_contents.read_at', 'is not', null)
    .where('version_contents.format', '=', contentsFormat)

export type ComparableVersion = Awaited<ReturnType<typeof listUncompared>>[number]

/** The newest first. */
export async function listUncompared(
  db: Database,
  storybookId: number,
  { below, limit }: { below: number; limit: number },
) {
  const ofStorybook = uncompared(db)
    .where('versions.storybook_id', '=', storybookId)
    .where('versions.id', '<', below)
  return withBaselines(db, ofStorybook).orderBy('versions.id', 'desc').limit(limit).execute()
}

/** Storybooks with versions that are to be compared; some more than once. */
export async function listStorybooksToCompare(db: Database, limit: number) {
  return withBaselines(db, uncompared(db))
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .select(['storybooks.id as storybookId', 'storybooks.account_id as accountId'])
    .orderBy('versions.id', 'desc')
    .limit(limit)
    .execute()
}

/** Undefined while its baseline is still to be read. */
export async function findComparable(
  db: Database,
  versionId: number,
): Promise<ComparableVersion | undefined> {
  const version = db.selectFrom('versions').selectAll('versions').where('versions.id', '=', versionId)
  return withBaselines(db, version).executeTakeFirst()
}
