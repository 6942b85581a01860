import { sql } from 'kysely'

import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'

/** Older versions get pictures when somebody looks at them. */
const maxAgeDays = 7

/** An account that has more jobs waiting gets no others. */
const maxPlannedJobs = 1000

export interface VersionToPicture {
  accountId: number
  versionId: number
  previousId: number | null
}

/** Versions that have been read and compared, and whose pictures nobody has planned since: the newest of each account, then the next of each. */
export async function listVersionsToPicture(db: Database, limit: number): Promise<VersionToPicture[]> {
  return db
    .selectFrom('versions')
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .innerJoin('version_contents', 'version_contents.version_id', 'versions.id')
    .select([
      'storybooks.account_id as accountId',
      'versions.id as versionId',
      'version_contents.compared_with as previousId',
    ])
    .where('versions.deleted_at', 'is', null)
    .where('storybooks.deleted_at', 'is', null)
    .where('versions.kind', '=', 'storybook')
    .where('versions.created_at', '>', sql<Date>`now() - ${maxAgeDays} * interval '1 day'`)
    .where('version_contents.read_at', 'is not', null)
    .where('version_contents.format', '=', contentsFormat)
    .where('version_contents.needs_comparison', '=', false)
    .where('storybooks.outdated_baselines', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('picture_jobs')
            .select('picture_jobs.id')
            .whereRef('picture_jobs.version_id', '=', 'versions.id')
            .where('picture_jobs.kind', '=', 'thumbnails')
            .where('picture_jobs.contents_format', '=', contentsFormat),
        ),
      ),
    )
    .where(
      sql<boolean>`storybooks.account_id NOT IN (
        SELECT of_account FROM picture_jobs WHERE state = 'waiting' GROUP BY of_account
        HAVING count(*) >= ${maxPlannedJobs})`,
    )
    .orderBy(sql`row_number() OVER (PARTITION BY storybooks.account_id ORDER BY versions.id DESC)`)
    .orderBy('versions.id', 'desc')
    .limit(limit)
    .execute()
}
