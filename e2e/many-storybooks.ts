import { newPublicId } from '../server/src/shared/public-id.ts'
import { onDatabase } from './teams.ts'

const folders = ['Apps', 'Back office', 'Foundations', null]

/** Adds storybooks with a version each, but without archives: publishing so many takes too long. */
export async function insertStorybooks(accountId: number, titles: string[]): Promise<void> {
  const storybooks = titles.map((title, index) => ({
    public_id: newPublicId(),
    account_id: accountId,
    title,
    description: `What the team shows of ${title.toLowerCase()}.`,
    folder: folders[index % folders.length] ?? null,
    version_count: 1,
    last_updated_at: hoursAgo(2 + ((index * 37) % 500)),
  }))
  await onDatabase(async (db) => {
    const inserted = await db
      .insertInto('storybooks')
      .values(storybooks)
      .returning(['id', 'last_updated_at'])
      .execute()
    const versions = inserted.map(({ id, last_updated_at }) => ({
      public_id: newPublicId(),
      storybook_id: id,
      created_at: last_updated_at ?? new Date(),
      zip_sha256: Buffer.alloc(32),
      zip_bytes: 1,
      unpacked_bytes: 1,
      file_count: 1,
      kind: 'storybook' as const,
      story_count: 12 + (id % 200),
      storybook_version: '10.6.7',
    }))
    await db.insertInto('versions').values(versions).execute()
  })
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
