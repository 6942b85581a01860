import { sql } from 'kysely'

import type { Database } from '../database/connect.ts'

export interface ViewableVersion {
  id: number
  publicId: string
  storybookPublicId: string
  kind: 'storybook' | 'site'
}

/** Versions this user may look at: neither they nor their storybook deleted, the membership active. */
function versionsFor(db: Database, userId: number) {
  return db
    .selectFrom('versions')
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .innerJoin('memberships', 'memberships.account_id', 'storybooks.account_id')
    .select([
      'versions.id',
      'versions.public_id as publicId',
      'storybooks.public_id as storybookPublicId',
      'versions.kind',
    ])
    .where('versions.deleted_at', 'is', null)
    .where('storybooks.deleted_at', 'is', null)
    .where('memberships.user_id', '=', userId)
    .where('memberships.status', '=', 'active')
}

export async function findVersionForUser(
  db: Database,
  userId: number,
  versionPublicId: string,
): Promise<ViewableVersion | undefined> {
  return versionsFor(db, userId).where('versions.public_id', '=', versionPublicId).executeTakeFirst()
}

export async function findNewestVersionForUser(
  db: Database,
  userId: number,
  storybookPublicId: string,
): Promise<ViewableVersion | undefined> {
  return versionsFor(db, userId)
    .where('storybooks.public_id', '=', storybookPublicId)
    .orderBy('versions.created_at', 'desc')
    .orderBy('versions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findArchiveIndex(db: Database, versionId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('archive_indexes')
    .select('index')
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  return row?.index
}

/** True once per ticket, however many hold it. */
export async function useTicket(db: Database, id: string, expires: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('used_viewer_tickets')
    .values({ id, expires_at: sql`to_timestamp(${expires})` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
