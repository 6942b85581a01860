import type { ChangeCounts, PublishedStorybook } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'

import type { BuildFacts } from '../../archive/build-facts.ts'
import type { Database } from '../../database/connect.ts'
import type { Caller } from '../../http/callers.ts'
import { forgetComparisonsWith } from '../contents/store.ts'
import { deleteVersionFromCatalogue } from '../search/catalogue-store.ts'
import type { UploadFields } from './receive-upload.ts'

const versionColumns = [
  'versions.public_id',
  'versions.created_at',
  'versions.message',
  'versions.branch',
  'versions.commit_id',
  'versions.build_url',
  'versions.zip_bytes',
  'versions.file_count',
  'versions.kind',
  'versions.story_count',
  'versions.component_count',
  'versions.storybook_version',
  'versions.framework',
  'version_contents.format',
  'version_contents.read_at',
  'compared.public_id as compared_with',
] as const

/** Versions that are not deleted, with what is known of their contents. */
function versionsOfStorybook(db: Database, storybookId: number) {
  return db
    .selectFrom('versions')
    .leftJoin('users', 'users.id', 'versions.created_by_user_id')
    .leftJoin('version_contents', 'version_contents.version_id', 'versions.id')
    .leftJoin('versions as compared', (join) =>
      join.onRef('compared.id', '=', 'version_contents.compared_with').on('compared.deleted_at', 'is', null),
    )
    .select(versionColumns)
    .select((select) => [
      select.fn.coalesce('users.display_name', 'versions.created_by_key_name').as('created_by'),
      sql<boolean>`version_contents.contents IS NOT NULL`.as('has_contents'),
      // Without the components, which may be thousands.
      sql<ChangeCounts | null>`version_contents.changes - 'components'`.as('changes'),
    ])
    .where('versions.storybook_id', '=', storybookId)
    .where('versions.deleted_at', 'is', null)
}

interface VersionPage {
  before?: string | undefined
  limit: number
}

/** Newest first; versions with equal times in the order of recording. The index finds a page without reading the rest. */
export async function listVersionsOfStorybook(
  db: Database,
  storybookId: number,
  { before, limit }: VersionPage,
) {
  let versions = versionsOfStorybook(db, storybookId)
  if (before !== undefined) {
    versions = versions.where((where) =>
      where(
        where.refTuple('versions.created_at', 'versions.id'),
        '<',
        where
          .selectFrom('versions as last')
          .select(['last.created_at', 'last.id'])
          .where('last.public_id', '=', before)
          .where('last.storybook_id', '=', storybookId)
          .$asTuple('created_at', 'id'),
      ),
    )
  }
  return versions.orderBy('versions.created_at', 'desc').orderBy('versions.id', 'desc').limit(limit).execute()
}

export async function findVersionOfStorybook(db: Database, storybookId: number, publicId: string) {
  return versionsOfStorybook(db, storybookId)
    .select('versions.id')
    .where('versions.public_id', '=', publicId)
    .executeTakeFirst()
}

export type VersionRow = Awaited<ReturnType<typeof listVersionsOfStorybook>>[number]

/** Locks the storybook until the transaction ends, so that changes to its versions happen one after the other. */
export async function lockStorybook(db: Database, accountId: number, storybookPublicId: string) {
  return (
    db
      .selectFrom('storybooks')
      .select(['id', 'title', 'version_count'])
      .where('account_id', '=', accountId)
      .where('public_id', '=', storybookPublicId)
      .where('deleted_at', 'is', null)
      // Not FOR UPDATE: whoever changes the catalogue needs the storybook to exist, and has locked what comes next here.
      .forNoKeyUpdate()
      .executeTakeFirst()
  )
}

interface NewVersion {
  publicId: string
  fields: UploadFields
  zipBytes: number
  sha256: Buffer
  index: Buffer
  build: BuildFacts
  fileCount: number
  unpackedBytes: number
}

/** Adds a version to a locked storybook and updates its version count and date. */
export async function insertVersion(db: Database, storybookId: number, caller: Caller, version: NewVersion) {
  const { publicId, fields, build } = version
  const { id, created_at } = await db
    .insertInto('versions')
    .values({
      public_id: publicId,
      storybook_id: storybookId,
      created_at: sql`clock_timestamp()`,
      created_by_user_id: caller.kind === 'user' ? caller.user.id : null,
      created_by_key_name: caller.kind === 'apiKey' ? caller.key.name : null,
      message: fields.Message ?? null,
      branch: fields.Branch ?? null,
      commit_id: fields.Commit ?? null,
      build_url: fields.BuildUrl ?? null,
      zip_sha256: version.sha256,
      zip_bytes: version.zipBytes,
      unpacked_bytes: version.unpackedBytes,
      file_count: version.fileCount,
      kind: build.kind,
      story_count: build.storyCount ?? null,
      component_count: build.componentCount ?? null,
      storybook_version: build.storybookVersion ?? null,
      framework: build.framework ?? null,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  await db.insertInto('archive_indexes').values({ version_id: id, index: version.index }).execute()
  await db
    .updateTable('storybooks')
    .set((set) => ({ version_count: set('version_count', '+', 1), last_updated_at: created_at }))
    .where('id', '=', storybookId)
    .execute()
}

/** Marks a version of a locked storybook as deleted; false if there is no such version. */
export async function deleteVersionOfStorybook(db: Database, storybookId: number, versionPublicId: string) {
  const deleted = await db
    .updateTable('versions')
    .set({ deleted_at: sql`now()` })
    .where('storybook_id', '=', storybookId)
    .where('public_id', '=', versionPublicId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) return false
  await forgetComparisonsWith(db, deleted.id)
  await deleteVersionFromCatalogue(db, storybookId, deleted.id)
  await db
    .updateTable('storybooks')
    .set((set) => ({
      version_count: set('version_count', '-', 1),
      last_updated_at: set
        .selectFrom('versions')
        .select((newest) => newest.fn.max('created_at').as('at'))
        .where('storybook_id', '=', storybookId)
        .where('deleted_at', 'is', null),
    }))
    .where('id', '=', storybookId)
    .execute()
  return true
}

export async function findPublishAnswer(db: Database, storybookId: number, key: string | undefined) {
  if (key === undefined) return undefined
  const row = await db
    .selectFrom('publish_answers')
    .select('answer')
    .where('storybook_id', '=', storybookId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row?.answer as PublishedStorybook | undefined
}

export async function insertPublishAnswer(
  db: Database,
  storybookId: number,
  key: string,
  answer: PublishedStorybook,
) {
  await db
    .insertInto('publish_answers')
    .values({ storybook_id: storybookId, idempotency_key: key, answer: JSON.stringify(answer) })
    .execute()
}

/** Size and hash of an archive, deleted or not. */
export async function findRecordedArchive(db: Database, publicId: string) {
  return db
    .selectFrom('versions')
    .select(['zip_bytes as bytes', 'zip_sha256 as sha256'])
    .where('public_id', '=', publicId)
    .executeTakeFirst()
}
