import type { Database } from '../database/connect.ts'

export async function listStorybooksOfAccount(db: Database, accountId: number) {
  return db
    .selectFrom('storybooks')
    .select(['public_id', 'title', 'description', 'version_count', 'last_updated_at'])
    .where('account_id', '=', accountId)
    .orderBy('title')
    .orderBy('id')
    .execute()
}
