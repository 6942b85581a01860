import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

export interface StoredPicture {
  sha256: Buffer
  mediaType: string
  width: number
  height: number
  bytes: number
  key: string
}

/** The ids of those pictures that the storybook has already, by their hashes in hexadecimal. */
export async function findPictureIds(
  db: Database,
  storybookId: number,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('pictures')
    .select(['id', 'sha256'])
    .where('storybook_id', '=', storybookId)
    .where(
      'sha256',
      'in',
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    )
    .execute()
  return new Map(rows.map(({ id, sha256 }) => [sha256.toString('hex'), id]))
}

const byHash = (one: StoredPicture, other: StoredPicture) => one.sha256.compare(other.sha256)

/** Those that another delivery has stored meanwhile are left as they are; their blobs are swept. */
export async function insertPictures(
  trx: Database,
  storybookId: number,
  pictures: readonly StoredPicture[],
): Promise<void> {
  if (pictures.length === 0) return
  await trx
    .insertInto('pictures')
    .values(
      // In one order everywhere, or two deliveries wait for each other.
      pictures.toSorted(byHash).map(({ sha256, mediaType, width, height, bytes, key }) => ({
        storybook_id: storybookId,
        sha256,
        media_type: mediaType,
        width,
        height,
        bytes,
        blob_key: key,
      })),
    )
    .onConflict((conflict) => conflict.columns(['storybook_id', 'sha256']).doNothing())
    .execute()
}

/** What local copies of pictures are compared with. */
export async function findRecordedPicture(db: Database, key: string) {
  return db.selectFrom('pictures').select(['bytes', 'sha256']).where('blob_key', '=', key).executeTakeFirst()
}

export async function existingPictureKeys(db: Database, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('pictures').select('blob_key').where('blob_key', 'in', keys).execute()
  return new Set(rows.map(({ blob_key: key }) => key))
}

/** For the sweep: pictures that no version shows any more. Their blobs have no row then, and are swept, too. */
export async function deleteUnusedPictures(db: Database): Promise<void> {
  await sql`
    DELETE FROM pictures WHERE created_at < now() - interval '1 hour'
      AND NOT EXISTS (SELECT FROM story_thumbnails WHERE single_id = pictures.id)
      AND NOT EXISTS (SELECT FROM story_thumbnails WHERE double_id = pictures.id)
      AND NOT EXISTS (SELECT FROM story_comparisons WHERE before_id = pictures.id)
      AND NOT EXISTS (SELECT FROM story_comparisons WHERE after_id = pictures.id)
      AND NOT EXISTS (SELECT FROM story_comparisons WHERE difference_id = pictures.id)`.execute(db)
}
