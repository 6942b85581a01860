import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

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

/** Whether such a job of one of `versions` has been planned from contents of this format. */
const isPlanned = (kind: 'thumbnails' | 'comparison', before: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT FROM picture_jobs AS job WHERE job.version_id = versions.id AND job.kind = ${kind}
    AND coalesce(job.before_version_id, 0) = ${before} AND job.contents_format = ${contentsFormat})`

/** Whether one of `version_contents` and those of its baseline are known. */
const canBeCompared = sql<boolean>`version_contents.contents IS NOT NULL AND EXISTS (
  SELECT FROM version_contents AS before WHERE before.version_id = version_contents.compared_with
    AND before.contents IS NOT NULL AND before.read_at IS NOT NULL AND before.format = ${contentsFormat})`

/**
 * Versions that have been read and compared, but whose pictures are not planned yet, or not for their current baseline: the
 * newest of each account, then the next of each.
 */
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
      where.or([
        where.not(isPlanned('thumbnails', sql`0`)),
        where.and([
          canBeCompared,
          where.not(isPlanned('comparison', sql.ref('version_contents.compared_with'))),
        ]),
      ]),
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
