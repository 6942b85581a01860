import type { PublishedStorybook } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'

import type { BuildFacts } from '../../archive/build-facts.ts'
import type { Database } from '../../database/connect.ts'
import { userIdOf } from '../../http/callers.ts'
import type { Caller } from '../../http/callers.ts'
import { findAncestors } from '../contents/baseline-store.ts'
import type { UploadFields } from './receive-upload.ts'

interface NewVersion {
  publicId: string
  fields: UploadFields
  zipBytes: number
  sha256: Buffer
  index: Buffer
  blocks: Buffer | undefined
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
      created_by_user_id: userIdOf(caller),
      created_by_key_name: caller.kind === 'apiKey' ? caller.key.name : null,
      message: fields.Message ?? null,
      branch: fields.Branch || null,
      commit_id: fields.Commit || null,
      target_branch: fields.TargetBranch || null,
      ancestors: await findAncestors(db, storybookId, {
        commits: fields.Ancestors?.split(/\s+/) ?? [],
        branches: [fields.TargetBranch, fields.DefaultBranch, fields.Branch].filter(
          (branch) => branch !== undefined,
        ),
      }),
      build_url: fields.BuildUrl ?? null,
      release: fields.Release ?? null,
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
  await db
    .insertInto('archive_indexes')
    .values({ version_id: id, index: version.index, blocks: version.blocks ?? null })
    .execute()
  await db
    .updateTable('storybooks')
    .set((set) => ({ version_count: set('version_count', '+', 1), last_updated_at: created_at }))
    .where('id', '=', storybookId)
    .execute()
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
