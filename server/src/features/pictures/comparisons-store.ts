import { sql } from 'kysely'

import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'

/**
 * The pictures that were or are to be taken of what changed between two versions; undefined if nobody asked for them, or not
 * since the versions were read again.
 */
export async function findComparisonJob(db: Database, beforeVersionId: number, versionId: number) {
  return (
    db
      .selectFrom('picture_jobs')
      .select(['id', 'state', 'stories', 'left_out as leftOut', 'ended_as as endedAs'])
      // Not again and again.
      .select(
        sql<boolean>`state = 'failed' AND coalesce(ended_at, created_at) < now() - interval '10 seconds'`.as(
          'mayRetry',
        ),
      )
      .where('version_id', '=', versionId)
      .where('before_version_id', '=', beforeVersionId)
      .where('kind', '=', 'comparison')
      .where('contents_format', '=', contentsFormat)
      .executeTakeFirst()
  )
}

export type ComparisonJobRow = NonNullable<Awaited<ReturnType<typeof findComparisonJob>>>

/** With what was decided about the same two pictures on the branch. What differs most comes first. */
export async function listComparedStories(
  db: Database,
  jobId: number,
  { storybookId, branch }: { storybookId: number; branch: string | null },
) {
  return db
    .selectFrom('story_comparisons as compared')
    .leftJoin('pictures as before', 'before.id', 'compared.before_id')
    .leftJoin('pictures as after', 'after.id', 'compared.after_id')
    .leftJoin('pictures as difference', 'difference.id', 'compared.difference_id')
    .leftJoin('story_reviews as review', (join) =>
      join
        .onRef('review.story_id', '=', 'compared.story_id')
        .onRef('review.variant', '=', 'compared.variant')
        .on('review.storybook_id', '=', storybookId)
        .on('review.branch', '=', branch ?? '')
        .on(sql<boolean>`review.sha256 IS NOT DISTINCT FROM after.sha256`)
        .on(sql<boolean>`review.before_sha256 IS NOT DISTINCT FROM before.sha256`),
    )
    .select([
      'compared.story_id as story',
      'compared.variant',
      'compared.variants',
      'compared.before_none as beforeNone',
      'compared.after_none as afterNone',
      'compared.is_unstable as isUnstable',
      'compared.pixels',
      'compared.visible_pixels as visiblePixels',
      'compared.is_barely_visible as isBarelyVisible',
      'before.sha256 as beforeHash',
      'before.width as beforeWidth',
      'before.height as beforeHeight',
      'after.sha256 as afterHash',
      'after.width as afterWidth',
      'after.height as afterHeight',
      'difference.sha256 as differenceHash',
      'difference.width as differenceWidth',
      'difference.height as differenceHeight',
      'review.decision',
      'review.comment',
      'review.decided_by as decidedBy',
      'review.user_id as deciderId',
      'review.decided_at as decidedAt',
    ])
    .where('compared.job_id', '=', jobId)
    .orderBy('compared.visible_pixels', (order) => order.desc().nullsLast())
    .orderBy('compared.pixels', (order) => order.desc().nullsLast())
    .orderBy('compared.story_id')
    .orderBy('compared.variant')
    .execute()
}

export type ComparedRow = Awaited<ReturnType<typeof listComparedStories>>[number]

/** Those of an account that wait. */
export async function countWaitingJobs(db: Database, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('picture_jobs')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('of_account', '=', accountId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

/** What one person or API key has asked for within a day. */
export async function countRequestedJobs(db: Database, accountId: number, requestedBy: string) {
  return db
    .selectFrom('picture_jobs')
    .select((select) => [
      select.fn.countAll<number>().as('today'),
      select.fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
    ])
    .where('of_account', '=', accountId)
    .where('requested_by', '=', requestedBy)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
}

/** Gives what failed to the next camera. */
export async function retryJob(db: Database, id: number): Promise<void> {
  await db
    .updateTable('picture_jobs')
    .set({ state: 'waiting', attempts: 0 })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()
}

/** What could not be planned makes room for what can. */
export async function deleteFailedJob(trx: Database, id: number): Promise<void> {
  await trx.deleteFrom('picture_jobs').where('id', '=', id).where('state', '=', 'failed').execute()
}
