import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database } from '../server/src/database/connect.ts'
import { listStorybooksToRefresh } from '../server/src/features/contents/refresh.ts'

/**
 * Versions are read, compared and catalogued in the background. One whose reading began longer ago than it may take has
 * failed, and is tried later.
 */
export async function untilRead(db: Database): Promise<void> {
  const unread = () =>
    db
      .selectFrom('versions')
      .leftJoin('version_contents', 'version_id', 'versions.id')
      .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
      .select('versions.id')
      .where('versions.deleted_at', 'is', null)
      .where('storybooks.deleted_at', 'is', null)
      .where('kind', '=', 'storybook')
      .where((where) =>
        where.or([
          where('version_id', 'is', null),
          where.and([
            where('read_at', 'is', null),
            where('started_at', '>', sql<Date>`now() - interval '40 s'`),
          ]),
          where.and([where('read_at', 'is not', null), where('needs_comparison', '=', true)]),
        ]),
      )
      .limit(1)
      .executeTakeFirst()
  const stale = () => listStorybooksToRefresh(db)
  for (let tries = 0; tries < 240 && ((await unread()) || (await stale()).length > 0); tries++)
    await sleep(500)
}
