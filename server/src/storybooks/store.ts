import type { StorybookDraft } from '@plinth/contract/storybooks.ts'

import type { Database } from '../database/connect.ts'
import { newPublicId } from '../public-id.ts'

const columns = ['public_id', 'title', 'description', 'version_count', 'last_updated_at'] as const

export type StorybookRow = NonNullable<Awaited<ReturnType<typeof findStorybook>>>

export async function listStorybooksOfAccount(db: Database, accountId: number) {
  return db
    .selectFrom('storybooks')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('title')
    .orderBy('id')
    .execute()
}

export async function findStorybook(db: Database, accountId: number, publicId: string) {
  return db
    .selectFrom('storybooks')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .executeTakeFirst()
}

export async function insertStorybook(db: Database, accountId: number, draft: StorybookDraft) {
  return db
    .insertInto('storybooks')
    .values({ public_id: newPublicId(), account_id: accountId, ...valuesOf(draft) })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function updateStorybookDraft(
  db: Database,
  accountId: number,
  publicId: string,
  draft: StorybookDraft,
) {
  return db
    .updateTable('storybooks')
    .set(valuesOf(draft))
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .returning(columns)
    .executeTakeFirst()
}

const valuesOf = ({ title, description }: StorybookDraft) => ({ title, description: description || null })
