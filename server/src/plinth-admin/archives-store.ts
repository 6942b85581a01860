import { sql } from 'kysely'

import type { Database } from '../database/connect.ts'

/** Versions that can be viewed or restored, in the order they were recorded, 50 at a time, beginning after an id. */
export async function listArchivesAfter(db: Database, id: number, since: Date | undefined) {
  return db
    .selectFrom('versions')
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .leftJoin('archive_indexes', 'archive_indexes.version_id', 'versions.id')
    .select([
      'versions.id',
      'versions.public_id as key',
      'versions.zip_bytes as bytes',
      'versions.zip_sha256 as sha256',
      'versions.file_count as fileCount',
      'versions.unpacked_bytes as unpackedBytes',
      'archive_indexes.index as index',
      'archive_indexes.blocks as blocks',
    ])
    .where('versions.id', '>', id)
    .where('versions.purged_at', 'is', null)
    .where('storybooks.purged_at', 'is', null)
    .$if(since !== undefined, (query) => query.where('versions.created_at', '>=', since ?? new Date(0)))
    .orderBy('versions.id')
    .limit(50)
    .execute()
}

export type ArchiveRow = Awaited<ReturnType<typeof listArchivesAfter>>[number]

export async function countArchivesAfter(db: Database, id: number, since: Date | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM versions JOIN storybooks ON storybooks.id = versions.storybook_id
    WHERE versions.id > ${id} AND versions.purged_at IS NULL AND storybooks.purged_at IS NULL
      AND versions.created_at >= ${since ?? new Date(0)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Without those that are deleted. Works on a database of an earlier release, too. */
export async function countLiveArchives(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM versions JOIN storybooks ON storybooks.id = versions.storybook_id
    WHERE versions.deleted_at IS NULL AND storybooks.deleted_at IS NULL`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether the archive of a version must be there: it can be viewed or restored. */
export async function isKept(db: Database, publicId: string): Promise<boolean> {
  const row = await db
    .selectFrom('versions')
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .select('versions.id')
    .where('versions.public_id', '=', publicId)
    .where('versions.purged_at', 'is', null)
    .where('storybooks.purged_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function findVersionId(db: Database, publicId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('versions')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  return row?.id
}
