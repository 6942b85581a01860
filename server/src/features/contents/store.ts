import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'

import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'
import { newestVersion } from '../../database/named-versions.ts'
import type { Tables, VersionChanges } from '../../database/tables.ts'
import { listStaleFaces } from './face-store.ts'
import { abandonedAfterMs, maxAttempts } from './state.ts'

const abandonedBefore = sql<Date>`now() - ${abandonedAfterMs} * interval '1 ms'`

/** Versions that are not deleted, whether or not they have been read. */
function versionsToRead(db: Database) {
  return db
    .selectFrom('versions')
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .select([
      'versions.id',
      'versions.public_id as publicId',
      'versions.kind',
      'storybooks.account_id as accountId',
      'storybooks.id as storybookId',
    ])
    .where('versions.deleted_at', 'is', null)
    .where('storybooks.deleted_at', 'is', null)
}

export async function findVersionToRead(db: Database, publicId: string) {
  return versionsToRead(db).where('versions.public_id', '=', publicId).executeTakeFirst()
}

export type VersionToRead = NonNullable<Awaited<ReturnType<typeof findVersionToRead>>>

/** Those that nobody has read or is reading now, the newest first, up to this id. Plain sites have nothing to read. */
export async function listUnreadVersions(
  db: Database,
  { limit, upTo }: { limit: number; upTo: number },
): Promise<VersionToRead[]> {
  return versionsToRead(db)
    .leftJoin('version_contents', 'version_contents.version_id', 'versions.id')
    .where('versions.id', '<=', upTo)
    .where('versions.kind', '=', 'storybook')
    .where((where) => where.or([where('version_contents.version_id', 'is', null), isReadable(where)]))
    .orderBy('versions.id', 'desc')
    .limit(limit)
    .execute()
}

/** Read by an earlier release, or by an instance that is gone. */
const isReadable = (where: ExpressionBuilder<Tables, 'version_contents'>) =>
  where.or([
    where('version_contents.format', '<', contentsFormat),
    where.and([
      where('version_contents.read_at', 'is', null),
      where('version_contents.started_at', '<', abandonedBefore),
      where('version_contents.attempts', '<', maxAttempts),
    ]),
  ])

/**
 * The number of this attempt; undefined if another instance reads the version, or has read it. It is counted first, because
 * reading may end the process.
 */
export async function beginReading(db: Database, versionId: number): Promise<number | undefined> {
  const started = { format: contentsFormat, started_at: sql<Date>`now()`, read_at: null, contents: null }
  const row = await db
    .insertInto('version_contents')
    .values({ version_id: versionId, attempts: 1, ...started })
    .onConflict((conflict) =>
      conflict
        .column('version_id')
        .doUpdateSet({
          ...started,
          attempts: sql`CASE WHEN version_contents.format < ${contentsFormat} THEN 1 ELSE version_contents.attempts + 1 END`,
        })
        .where(isReadable),
    )
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts
}

/** Those that ended the process at every attempt count as read. */
export async function giveUpReading(db: Database): Promise<void> {
  await db
    .updateTable('version_contents')
    .set({ read_at: sql`now()`, contents: null })
    .where('read_at', 'is', null)
    .where('attempts', '>=', maxAttempts)
    .where('started_at', '<', abandonedBefore)
    .execute()
}

/** So that another attempt may begin at once: the failure had nothing to do with the build. */
export async function abandonReading(db: Database, versionId: number): Promise<void> {
  await db
    .updateTable('version_contents')
    .set((set) => ({ started_at: sql`'-infinity'`, attempts: set('attempts', '-', 1) }))
    .where('version_id', '=', versionId)
    .where('read_at', 'is', null)
    .execute()
}

/** The result of comparing a version with the one before it. */
export interface ComparedChanges {
  comparedWith: number
  changes: VersionChanges
}

/** Without contents, the build could not be read. Where the version before it has not been read, comparing is left for later. */
export async function saveContents(
  db: Database,
  versionId: number,
  contents: Uint8Array | undefined,
  compared: ComparedChanges | 'nothing to compare' | 'later',
): Promise<void> {
  await db
    .updateTable('version_contents')
    .set({
      format: contentsFormat,
      read_at: sql`now()`,
      contents: contents ? Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength) : null,
      ...columnsOf(compared),
    })
    .where('version_id', '=', versionId)
    .execute()
}

export async function saveChanges(
  db: Database,
  versionId: number,
  compared: ComparedChanges | 'nothing to compare',
): Promise<void> {
  await db
    .updateTable('version_contents')
    .set(columnsOf(compared))
    .where('version_id', '=', versionId)
    .execute()
}

/** After the main branch has changed, the first versions of other branches are to be compared with that one. */
export async function forgetComparisonsOf(db: Database, storybookId: number): Promise<void> {
  await db
    .updateTable('version_contents')
    .from('versions')
    .set(columnsOf('later'))
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
    .set(columnsOf('later'))
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
    .set(columnsOf('later'))
    .whereRef('versions.id', '=', 'version_contents.version_id')
    .where('versions.storybook_id', '=', storybookId)
    .where(previousId, 'in', restoredIds)
    .execute()
}

const columnsOf = (compared: ComparedChanges | 'nothing to compare' | 'later') => ({
  // The other version may have been deleted meanwhile.
  needs_comparison:
    typeof compared === 'string'
      ? compared === 'later'
      : sql<boolean>`EXISTS (SELECT FROM versions WHERE id = ${compared.comparedWith} AND deleted_at IS NOT NULL)`,
  compared_with: typeof compared === 'string' ? null : compared.comparedWith,
  changes: typeof compared === 'string' ? null : JSON.stringify(compared.changes),
})

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
    .select(['versions.id', 'previous.id as previousId'])
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

export async function findContents(db: Database, versionId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('version_contents')
    .select('contents')
    .where('version_id', '=', versionId)
    .where('format', '=', contentsFormat)
    .where('read_at', 'is not', null)
    .executeTakeFirst()
  return row?.contents ?? undefined
}

/** Storybooks whose newest version has been read and is not what their catalogue is made of. */
function toCatalogue(db: Database) {
  return db
    .selectFrom('storybooks')
    .leftJoinLateral(
      (join) =>
        newestVersion(join)
          .leftJoin('version_contents', 'version_contents.version_id', 'versions.id')
          .select('versions.id')
          .where((where) =>
            where.or([
              where('versions.kind', '=', 'site'),
              where.and([
                where('version_contents.read_at', 'is not', null),
                where('version_contents.format', '=', contentsFormat),
              ]),
            ]),
          )
          .as('newest'),
      (on) => on.onTrue(),
    )
    .leftJoin('catalogues', 'catalogues.storybook_id', 'storybooks.id')
    .select(['storybooks.id as storybookId', 'storybooks.account_id as accountId', 'newest.id as versionId'])
    .where('storybooks.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('catalogues.storybook_id', 'is', null),
        // Until it has been read, what was in the version before can still be found.
        where.and([
          where('newest.id', 'is not', null),
          sql<boolean>`(catalogues.version_id, catalogues.format) IS DISTINCT FROM (newest.id, ${contentsFormat}::int)`,
        ]),
      ]),
    )
}

/** Undefined if its catalogue is up to date. */
export async function findToCatalogue(db: Database, storybookId: number) {
  return toCatalogue(db).where('storybooks.id', '=', storybookId).executeTakeFirst()
}

export type StorybookToCatalogue = NonNullable<Awaited<ReturnType<typeof findToCatalogue>>>

const maxToRefresh = 1000

/** Storybooks whose versions are to be compared or catalogued, or whose faces are those of other versions. */
export async function listStorybooksToRefresh(db: Database) {
  const toCompare = await uncompared(db)
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .select(['storybooks.id as storybookId', 'storybooks.account_id as accountId'])
    .limit(maxToRefresh)
    .execute()
  const stale = await toCatalogue(db).limit(maxToRefresh).execute()
  const faces = await listStaleFaces(db, maxToRefresh)
  const storybooks = [...toCompare, ...stale, ...faces].map(
    ({ storybookId, accountId }) => [storybookId, { storybookId, accountId }] as const,
  )
  return new Map(storybooks).values()
}
