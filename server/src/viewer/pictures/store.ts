import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** A picture of a storybook of the account; undefined for those of others. */
export async function findPicture(db: Database, accountId: number, sha256: string) {
  return db
    .selectFrom('pictures')
    .innerJoin('storybooks', 'storybooks.id', 'pictures.storybook_id')
    .select(['pictures.id', 'pictures.blob_key as key', 'pictures.media_type as mediaType', 'pictures.bytes'])
    .where('pictures.sha256', '=', Buffer.from(sha256, 'hex'))
    .where('storybooks.account_id', '=', accountId)
    .where('storybooks.deleted_at', 'is', null)
    .executeTakeFirst()
}

export type FoundPicture = NonNullable<Awaited<ReturnType<typeof findPicture>>>

/** The picture is lost: it is taken again, for every version that shows it. */
export async function forgetPicture(db: Database, pictureId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      UPDATE picture_jobs SET state = 'waiting', attempts = 0 WHERE state IN ('done', 'failed') AND (
        (kind = 'thumbnails' AND version_id IN (
          SELECT version_id FROM story_thumbnails WHERE ${pictureId} IN (single_id, double_id)))
        OR id IN (
          SELECT job_id FROM story_comparisons WHERE ${pictureId} IN (before_id, after_id, difference_id)))`.execute(
      trx,
    )
    await trx.deleteFrom('pictures').where('id', '=', pictureId).execute()
  })
}
