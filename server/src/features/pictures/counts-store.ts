import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** An account whose builds had to be ended this often gets no more pictures on that day. */
export const maxLimitsExceeded = 5

export async function addToCounts(
  trx: Database,
  accountId: number,
  { pictures, limitsExceeded }: { pictures: number; limitsExceeded: number },
): Promise<void> {
  await trx
    .insertInto('picture_counts')
    .values({
      account_id: accountId,
      day: sql<string>`current_date`,
      pictures,
      limits_exceeded: limitsExceeded,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day']).doUpdateSet((set) => ({
        pictures: set('picture_counts.pictures', '+', pictures),
        limits_exceeded: set('picture_counts.limits_exceeded', '+', limitsExceeded),
      })),
    )
    .execute()
}

export async function findCountsOfToday(db: Database, accountId: number) {
  const row = await db
    .selectFrom('picture_counts')
    .select(['pictures', 'limits_exceeded as limitsExceeded'])
    .where('account_id', '=', accountId)
    .where('day', '=', sql<string>`current_date`)
    .executeTakeFirst()
  return row ?? { pictures: 0, limitsExceeded: 0 }
}

/** For the sweep. */
export async function forgetOldCounts(db: Database): Promise<void> {
  await sql`DELETE FROM picture_counts WHERE day < current_date - 30`.execute(db)
}
