import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** False if the account has no such storybook. */
export async function updateFavourite(
  db: Database,
  accountId: number,
  storybookPublicId: string,
  userId: number,
  isFavourite: boolean,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('storybooks_of_people')
    .columns(['user_id', 'storybook_id', 'is_favourite'])
    .expression((from) =>
      from
        .selectFrom('storybooks')
        .select((select) => [
          select.val(userId).as('user_id'),
          'id',
          select.val(isFavourite).as('is_favourite'),
        ])
        .where('account_id', '=', accountId)
        .where('public_id', '=', storybookPublicId)
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'storybook_id'])
        .doUpdateSet((excluded) => ({ is_favourite: excluded.ref('excluded.is_favourite') })),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Whoever keeps a version open is not recorded more often. */
const recordedEvery = '5 minutes'

/**
 * Records that a person has opened a version. What they have seen is remembered by version, not by time: a tab with an old
 * version may stay open for days, and a branch says nothing of the main one.
 */
export async function recordView(db: Database, userId: number, versionId: number): Promise<void> {
  await sql`
    INSERT INTO storybooks_of_people AS mine (user_id, storybook_id, viewed_at, seen_up_to)
    SELECT ${userId}::bigint, storybooks.id, now(), CASE
      WHEN main_branch IS NULL OR branch = main_branch THEN versions.created_at END
    FROM versions JOIN storybooks ON storybooks.id = storybook_id
    WHERE versions.id = ${versionId}
    ON CONFLICT (user_id, storybook_id) DO UPDATE
    SET viewed_at = now(), seen_up_to = greatest(mine.seen_up_to, excluded.seen_up_to)
    WHERE mine.viewed_at IS NULL OR mine.viewed_at < now() - ${recordedEvery}::interval
      OR excluded.seen_up_to > coalesce(mine.seen_up_to, '-infinity')
  `.execute(db)
}
