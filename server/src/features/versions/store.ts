import type { ChangeSummary } from '@plinth/contract/storybooks.ts'
import { sql } from 'kysely'
import type { Selectable, SelectQueryBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { escapeLike, versionNamed } from '../../database/named-versions.ts'
import type { VersionName } from '../../database/named-versions.ts'
import type { Tables } from '../../database/tables.ts'
import { baselineReason } from '../contents/baseline-store.ts'

const versionColumns = [
  'versions.public_id',
  'versions.created_at',
  'versions.message',
  'versions.branch',
  'versions.commit_id',
  'versions.build_url',
  'versions.release',
  'versions.is_pinned',
  'versions.zip_bytes',
  'versions.file_count',
  'versions.kind',
  'versions.story_count',
  'versions.component_count',
  'versions.storybook_version',
  'versions.framework',
  'version_contents.format',
  'version_contents.read_at',
  'versions.target_branch',
  'baseline.public_id as compared_with',
  'baseline.branch as compared_branch',
] as const

/** With what is known of their contents. */
const describedVersions = (db: Database) =>
  db
    .selectFrom('versions')
    .leftJoin('users', 'users.id', 'versions.created_by_user_id')
    .leftJoin('version_contents', 'version_contents.version_id', 'versions.id')
    .leftJoin('versions as baseline', (join) =>
      join.onRef('baseline.id', '=', 'version_contents.compared_with').on('baseline.deleted_at', 'is', null),
    )
    .select(versionColumns)
    .select((select) => [
      select.fn.coalesce('users.display_name', 'versions.created_by_key_name').as('created_by'),
      sql<boolean>`version_contents.contents IS NOT NULL`.as('has_contents'),
      sql<boolean>`coalesce(version_contents.needs_comparison, false) OR EXISTS (
        SELECT FROM storybooks WHERE id = versions.storybook_id AND outdated_baselines IS NOT NULL)`.as(
        'is_to_compare',
      ),
      baselineReason.as('compared_because'),
      // Without the components, which may be thousands.
      sql<ChangeSummary | null>`version_contents.changes - 'components'`.as('changes'),
    ])

/** Those that are not deleted. */
const versionsOfStorybook = (db: Database, storybookId: number) =>
  describedVersions(db)
    .where('versions.storybook_id', '=', storybookId)
    .where('versions.deleted_at', 'is', null)

interface VersionPage {
  before?: string | undefined
  limit: number
  branch?: string | undefined
  text?: string | undefined
  since?: string | undefined
  until?: string | undefined
  only?: 'releases' | 'pinned' | undefined
}

/** A thousand versions with long messages are megabytes. They are read in parts, with other requests in between. */
const readAtOnce = 100

/** Newest first; versions with equal times in the order of recording. */
export async function listVersionsOfStorybook(
  db: Database,
  storybookId: number,
  { limit, ...page }: VersionPage,
) {
  const rows: VersionRow[] = []
  for (let { before } = page; rows.length < limit; before = rows.at(-1)?.public_id) {
    const atMost = Math.min(readAtOnce, limit - rows.length)
    const read = await readVersions(db, storybookId, { ...page, before, limit: atMost })
    rows.push(...read)
    if (read.length < atMost) break
  }
  return rows
}

/** The index finds them without reading the rest. */
async function readVersions(db: Database, storybookId: number, page: VersionPage) {
  const { before, limit, branch, text, since, until, only } = page
  let versions = db
    .selectFrom('versions')
    .selectAll()
    .where('storybook_id', '=', storybookId)
    .where('deleted_at', 'is', null)
  if (branch) versions = versions.where('branch', '=', branch)
  if (branch === '') versions = versions.where('branch', 'is', null)
  if (since !== undefined) versions = versions.where('created_at', '>=', new Date(since))
  if (until !== undefined) versions = versions.where('created_at', '<', new Date(until))
  if (only === 'releases') versions = versions.where('release', 'is not', null)
  if (only === 'pinned') versions = versions.where('is_pinned', '=', true)
  if (before !== undefined) versions = versions.where(isOlderThan(storybookId, before))
  versions = versions.orderBy('created_at', 'desc').orderBy('id', 'desc')
  const found = text ? withText(db, versions, text) : versions
  return describedVersions(db)
    .innerJoin(found.limit(limit).as('found'), 'found.id', 'versions.id')
    .orderBy('versions.created_at', 'desc')
    .orderBy('versions.id', 'desc')
    .execute()
}

/**
 * The versions that contain the text, newest first. They are examined one by one until the page is full: PostgreSQL expects
 * few matches, and would examine all versions before it sorts them.
 */
function withText(
  db: Database,
  versions: SelectQueryBuilder<Tables, 'versions', Selectable<Tables['versions']>>,
  text: string,
) {
  const pattern = `%${escapeLike(text)}%`
  // PostgreSQL does not move conditions into a subquery with an offset.
  return db
    .selectFrom(versions.offset(0).as('versions'))
    .selectAll()
    .where(sql<boolean>`(
      message ILIKE ${pattern} OR commit_id ILIKE ${pattern} OR release ILIKE ${pattern}
      OR created_by_key_name ILIKE ${pattern} OR EXISTS (
        SELECT FROM users WHERE id = versions.created_by_user_id AND display_name ILIKE ${pattern}))`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

const isOlderThan = (storybookId: number, publicId: string) => sql<boolean>`
  (versions.created_at, versions.id) < (
    SELECT created_at, id FROM versions WHERE public_id = ${publicId} AND storybook_id = ${storybookId})`

interface BranchPage {
  before?: string | undefined
  limit: number
  name?: string | undefined
}

export type BranchRow = Awaited<ReturnType<typeof listBranchesOfStorybook>>[number]

/** Each with its newest version: the main branch, then those published last. */
export async function listBranchesOfStorybook(
  db: Database,
  { id, main_branch }: { id: number; main_branch: string | null },
  { before, limit, name }: BranchPage,
) {
  const isMain = sql<boolean>`coalesce(branch = ${main_branch}, false)`
  let heads = db.selectFrom(headsOfBranches(db, id).as('heads')).selectAll().select(isMain.as('is_main'))
  if (name) heads = heads.where('branch', 'ilike', `%${escapeLike(name)}%`)
  if (before !== undefined) {
    heads = heads.where(sql<boolean>`(${isMain}, created_at, id) < (
      SELECT ${isMain}, created_at, id FROM versions WHERE public_id = ${before} AND storybook_id = ${id})`)
  }
  const page = heads
    .orderBy('is_main', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  return describedVersions(db)
    .innerJoin(page.as('heads'), 'heads.id', 'versions.id')
    .select(['heads.version_count', 'heads.is_main'])
    .orderBy('heads.is_main', 'desc')
    .orderBy('versions.created_at', 'desc')
    .orderBy('versions.id', 'desc')
    .execute()
}

/** The index has all of it, in this order: no version is read. */
const headsOfBranches = (db: Database, storybookId: number) =>
  db
    .selectFrom('versions')
    .select((select) => [
      'branch',
      sql<number>`(array_agg(id ORDER BY created_at DESC, id DESC))[1]`.as('id'),
      select.fn.max('created_at').as('created_at'),
      select.fn.countAll<number>().as('version_count'),
    ])
    .where('storybook_id', '=', storybookId)
    .where('deleted_at', 'is', null)
    .groupBy('branch')

export async function findNamedVersion(db: Database, storybookId: number, name: VersionName) {
  const named = await db
    .selectFrom('storybooks')
    .innerJoinLateral(
      (join) => versionNamed(name)(join).select('versions.public_id').as('named'),
      (on) => on.onTrue(),
    )
    .select('named.public_id')
    .where('storybooks.id', '=', storybookId)
    .executeTakeFirst()
  return named && findVersionOfStorybook(db, storybookId, named.public_id)
}

/** The public ids of at most two versions whose ids begin like this. */
export async function listIdsThatBegin(db: Database, storybookId: number, prefix: string): Promise<string[]> {
  const rows = await db
    .selectFrom('versions')
    .select('public_id')
    .where('storybook_id', '=', storybookId)
    .where('deleted_at', 'is', null)
    .where('public_id', 'like', `${escapeLike(prefix)}%`)
    .orderBy('public_id')
    .limit(2)
    .execute()
  return rows.map(({ public_id: publicId }) => publicId)
}

/** Whether the beginning of a commit means more than one. Given in full, it means itself. */
export async function isAmbiguousCommit(
  db: Database,
  storybookPublicId: string,
  prefix: string,
): Promise<boolean> {
  const commits = await db
    .selectFrom('versions')
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .select('versions.commit_id')
    .distinct()
    .where('storybooks.public_id', '=', storybookPublicId)
    .where('versions.deleted_at', 'is', null)
    .where('versions.commit_id', 'like', `${escapeLike(prefix)}%`)
    .orderBy('versions.commit_id')
    .limit(2)
    .execute()
  return commits.length > 1 && commits[0]?.commit_id !== prefix
}

interface Marks {
  release?: string | null | undefined
  isPinned?: boolean | undefined
}

/** Call it in the transaction that locked the storybook. False if there is no such version. */
export async function markVersion(
  db: Database,
  storybookId: number,
  versionPublicId: string,
  { release, isPinned }: Marks,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('versions')
    .set((set) => ({
      release: release === undefined ? set.ref('release') : release,
      is_pinned: isPinned ?? set.ref('is_pinned'),
    }))
    .where('storybook_id', '=', storybookId)
    .where('public_id', '=', versionPublicId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The public id of the version that has the name. Ask in the transaction that locked the storybook. */
export async function findReleasedVersion(
  db: Database,
  storybookId: number,
  release: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('versions')
    .select('public_id')
    .where('storybook_id', '=', storybookId)
    .where('release', '=', release)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.public_id
}

export async function findVersionOfStorybook(db: Database, storybookId: number, publicId: string) {
  return versionsOfStorybook(db, storybookId)
    .select('versions.id')
    .where('versions.public_id', '=', publicId)
    .executeTakeFirst()
}

/** The public id of the newest of all, whatever the main branch is; undefined if there is none. */
export async function findNewestVersion(db: Database, storybookId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('versions')
    .select('public_id')
    .where('storybook_id', '=', storybookId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.public_id
}

export type VersionRow = Awaited<ReturnType<typeof readVersions>>[number]

/**
 * Locks the storybook until the transaction ends, so that changes to its versions happen one after the other. Rows that
 * refer to it can be written meanwhile: whoever writes its catalogue would otherwise wait for this transaction, and this one
 * for the catalogue.
 */
export async function lockStorybook(db: Database, accountId: number, storybookPublicId: string) {
  return db
    .selectFrom('storybooks')
    .select(['id', 'title', 'version_count', 'main_branch', 'requires_review'])
    .where('account_id', '=', accountId)
    .where('public_id', '=', storybookPublicId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Size and hash of an archive, deleted or not. */
export async function findRecordedArchive(db: Database, publicId: string) {
  return db
    .selectFrom('versions')
    .select(['zip_bytes as bytes', 'zip_sha256 as sha256'])
    .where('public_id', '=', publicId)
    .executeTakeFirst()
}
