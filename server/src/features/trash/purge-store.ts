import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** What leaves the trash for good is marked first; the sweep removes the bytes of what is marked, and then the rows. */
const purged = { purged_at: sql<Date>`now()` }

/** Its storybook's title; undefined if it is not in the trash, or its storybook is. */
export async function purgeVersionRow(db: Database, accountId: number, publicId: string) {
  const version = await db
    .updateTable('versions')
    .from('storybooks')
    .set(purged)
    .whereRef('storybooks.id', '=', 'versions.storybook_id')
    .where('storybooks.account_id', '=', accountId)
    .where('storybooks.deleted_at', 'is', null)
    .where('versions.public_id', '=', publicId)
    .where('versions.deleted_at', 'is not', null)
    .where('versions.purged_at', 'is', null)
    .returning('storybooks.title')
    .executeTakeFirst()
  return version?.title
}

/** Its title; undefined if it is not in the trash. */
export async function purgeStorybookRow(db: Database, accountId: number, publicId: string) {
  const storybook = await db
    .updateTable('storybooks')
    .set(purged)
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null)
    .returning('title')
    .executeTakeFirst()
  return storybook?.title
}

/**
 * All storybooks in the trash, and as many versions. Rows that somebody is just restoring are skipped: two statements that
 * lock many rows could wait for each other.
 */
export async function purgeTrashOfAccount(db: Database, accountId: number, maxVersions: number) {
  const storybooks = await db
    .updateTable('storybooks')
    .set(purged)
    .where('id', 'in', (from) =>
      from
        .selectFrom('storybooks')
        .select('id')
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is not', null)
        .where('purged_at', 'is', null)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  const versions = await db
    .updateTable('versions')
    .set(purged)
    .where('id', 'in', (from) =>
      from
        .selectFrom('versions')
        .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
        .select('versions.id')
        .where('storybooks.account_id', '=', accountId)
        .where('storybooks.deleted_at', 'is', null)
        .where('versions.deleted_at', 'is not', null)
        .where('versions.purged_at', 'is', null)
        .limit(maxVersions)
        .forNoKeyUpdate('versions')
        .skipLocked(),
    )
    .executeTakeFirst()
  return { storybooks: Number(storybooks.numUpdatedRows), versions: Number(versions.numUpdatedRows) }
}

/** Marks what was deleted before then, in all accounts. */
export async function purgeDeletedBefore(db: Database, before: Date): Promise<void> {
  for (const table of ['storybooks', 'versions'] as const) {
    await db
      .updateTable(table)
      .set(purged)
      .where('id', 'in', (from) =>
        from
          .selectFrom(table)
          .select('id')
          .where('deleted_at', '<', before)
          .where('purged_at', 'is', null)
          .forNoKeyUpdate()
          .skipLocked(),
      )
      .execute()
  }
}
