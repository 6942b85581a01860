import type { JobEnd } from '@plinth/contract/camera.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'
import type { WantedStory } from '../../database/picture-tables.ts'
import { newPublicId } from '../../shared/public-id.ts'
import { withStoredBytes } from '../storage/store.ts'
import { maxLimitsExceeded } from './counts-store.ts'

/** A camera that is silent for longer has lost the job. It sends something every 15 seconds. */
const leaseSeconds = 60
/** After this many attempts in which not one picture was delivered, nobody tries again. */
const maxAttempts = 4
/** A camera that has been silent for longer is gone. */
const otherCameraTime = sql`interval '2 minutes'`

const lease = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`

interface NewJob {
  versionId: number
  beforeVersionId: number | null
  stories: readonly WantedStory[]
  /** Of a comparison: how many more may look different; null if nobody can tell. */
  leftOut?: number | null
  /** `done` if there is nothing left to take, `failed` if nobody knows what is. */
  state?: 'waiting' | 'done' | 'failed'
  /** Whoever asked for it, if anybody did. */
  requestedBy?: string | null
}

/**
 * Unless there is such a job already. One that was planned from contents of an earlier format keeps its pictures if it has all
 * of these stories, and is replaced otherwise.
 */
export async function insertJob(
  db: Database,
  { versionId, beforeVersionId, stories, leftOut = 0, state = 'waiting', requestedBy = null }: NewJob,
): Promise<void> {
  const job = {
    version_id: versionId,
    before_version_id: beforeVersionId,
    kind: beforeVersionId === null ? ('thumbnails' as const) : ('comparison' as const),
    stories: JSON.stringify(stories),
    state,
    requested_by: requestedBy,
  }
  const planned = { left_out: leftOut, contents_format: contentsFormat }
  await db
    .deleteFrom('picture_jobs')
    .where('version_id', '=', versionId)
    .where('before_version_id', 'is not distinct from', beforeVersionId)
    .where('contents_format', '<', contentsFormat)
    .where(
      sql<boolean>`(state = 'failed' OR EXISTS (
        ${idsOf(sql`${job.stories}::jsonb`)} EXCEPT ${idsOf(sql.ref('picture_jobs.stories'))}))`,
    )
    .execute()
  await db
    .insertInto('picture_jobs')
    .values({ ...job, ...planned })
    .onConflict((conflict) =>
      conflict
        .expression(sql`version_id, kind, coalesce(before_version_id, 0)`)
        .doUpdateSet(planned)
        .where('picture_jobs.contents_format', '<', contentsFormat),
    )
    .execute()
}

const idsOf = (stories: RawBuilder<unknown>) =>
  sql`SELECT story ->> 'id', story ->> 'idBefore' FROM jsonb_array_elements(${stories}) AS story`

interface TakeOptions {
  environment: string
  picturesPerDay: number
  /** Of accounts without one of their own. */
  storageLimitBytes: number
}

/**
 * The next job, for a camera. Accounts take turns, those with fewer jobs in progress first; what people wait for, a
 * comparison and the newest version, comes first within an account. Jobs of cameras that are gone are taken again. What
 * another kind of camera has begun to compare is left to it, as long as there is one.
 */
export async function takeJob(db: Database, options: TakeOptions): Promise<TakenJob | undefined> {
  const { environment, picturesPerDay, storageLimitBytes } = options
  const attemptId = newPublicId()
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; formerEnvironment: string | null }>`
      WITH turns AS MATERIALIZED (
        SELECT account.id,
          (SELECT count(*) FROM picture_jobs AS other
            WHERE other.of_account = account.id AND other.state = 'taken' AND other.leased_until >= now()) AS running,
          (SELECT max(taken_at) FROM picture_jobs AS other WHERE other.of_account = account.id) AS last
        FROM accounts AS account
        LEFT JOIN picture_counts AS today ON today.account_id = account.id AND today.day = current_date
        WHERE account.id IN (SELECT of_account FROM picture_jobs WHERE state IN ('waiting', 'taken'))
          AND coalesce(today.pictures, 0) < ${picturesPerDay}
          AND coalesce(today.limits_exceeded, 0) < ${maxLimitsExceeded}
      ),
      -- Only of those whose turn it may be: summing takes a while.
      stored AS MATERIALIZED (${withStoredBytes(
        trx
          .selectFrom('accounts')
          .select(['accounts.id', 'accounts.storage_limit_bytes'])
          .where(sql<boolean>`accounts.id IN (SELECT id FROM turns)`),
      )})
      UPDATE picture_jobs SET
        state = 'taken', attempt_id = ${attemptId}, leased_until = ${lease}, attempts = attempts + 1,
        environment = ${environment}, taken_at = now()
      FROM (
        SELECT job.id, job.environment AS "formerEnvironment" FROM picture_jobs AS job
        JOIN turns ON turns.id = job.of_account
        JOIN stored ON stored.id = job.of_account
          AND stored.stored_bytes < coalesce(stored.storage_limit_bytes, ${storageLimitBytes})
        JOIN versions ON versions.id = job.version_id
        JOIN storybooks ON storybooks.id = versions.storybook_id
        LEFT JOIN versions AS before ON before.id = job.before_version_id
        WHERE (job.state = 'waiting' OR (job.state = 'taken' AND job.leased_until < now()))
          AND job.attempts < ${maxAttempts}
          AND versions.deleted_at IS NULL AND storybooks.deleted_at IS NULL AND before.deleted_at IS NULL
          AND (job.kind = 'thumbnails' OR job.environment IS NULL OR job.environment = ${environment} OR NOT EXISTS (
            SELECT FROM cameras WHERE cameras.environment = job.environment
              AND cameras.seen_at > now() - ${otherCameraTime}))
        ORDER BY turns.running, turns.last NULLS FIRST, job.kind, job.id DESC
        LIMIT 1 FOR UPDATE OF job SKIP LOCKED
      ) AS next
      WHERE picture_jobs.id = next.id
      RETURNING next.id, "formerEnvironment"`.execute(trx)
    const [taken] = rows
    if (!taken) return undefined
    // Pictures of another environment do not compare: the comparison begins again.
    if (taken.formerEnvironment !== environment)
      await trx.deleteFrom('story_comparisons').where('job_id', '=', taken.id).execute()
    return findJob(trx, attemptId)
  })
}

/** Without its stories, for the many files of a build. */
export async function findVersionsOfJob(db: Database, attemptId: string) {
  return db
    .selectFrom('picture_jobs')
    .innerJoin('versions', 'versions.id', 'picture_jobs.version_id')
    .leftJoin('versions as before', 'before.id', 'picture_jobs.before_version_id')
    .select([
      'picture_jobs.of_account as accountId',
      'versions.public_id as after',
      'before.public_id as before',
    ])
    .where('picture_jobs.attempt_id', '=', attemptId)
    .where('picture_jobs.state', '=', 'taken')
    .executeTakeFirst()
}

/** Undefined if the job is no longer this camera's, or its versions are gone. */
export async function findJob(db: Database, attemptId: string) {
  return db
    .selectFrom('picture_jobs')
    .innerJoin('versions', 'versions.id', 'picture_jobs.version_id')
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .leftJoin('versions as before', 'before.id', 'picture_jobs.before_version_id')
    .select([
      'picture_jobs.id',
      'picture_jobs.kind',
      'picture_jobs.stories',
      'picture_jobs.attempt_id as attemptId',
      'picture_jobs.environment',
      'picture_jobs.ended_as as lastEndedAs',
      'picture_jobs.version_id as versionId',
      'picture_jobs.before_version_id as beforeVersionId',
      'storybooks.id as storybookId',
      'storybooks.account_id as accountId',
    ])
    .where('picture_jobs.attempt_id', '=', attemptId)
    .where('picture_jobs.state', '=', 'taken')
    .where('versions.deleted_at', 'is', null)
    .where('storybooks.deleted_at', 'is', null)
    .where('before.deleted_at', 'is', null)
    .executeTakeFirst()
}

export type TakenJob = NonNullable<Awaited<ReturnType<typeof findJob>>>

/** False if another camera has taken the job over. Locks it, so that two deliveries do not mix. */
export async function extendLease(trx: Database, job: TakenJob, hasProgress: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('picture_jobs')
    .set({ leased_until: lease, ...(hasProgress && { attempts: 0 }) })
    .where('attempt_id', '=', job.attemptId)
    .where('state', '=', 'taken')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What is left is given to the next camera that asks, unless it was tried too often. */
export async function endAttempt(
  trx: Database,
  job: TakenJob,
  end: JobEnd | 'storage',
  isComplete: boolean,
): Promise<void> {
  const state = isComplete
    ? sql<'done'>`'done'`
    : end === 'stopped'
      ? sql<'waiting'>`'waiting'`
      : end === 'storage'
        ? sql<'failed'>`'failed'`
        : sql<'waiting' | 'failed'>`CASE WHEN attempts >= ${maxAttempts} THEN 'failed' ELSE 'waiting' END`
  await trx
    .updateTable('picture_jobs')
    .set((set) => ({
      state,
      ended_as: end,
      attempt_id: null,
      leased_until: null,
      ended_at: sql`now()`,
      // It was not the job that failed.
      ...(end === 'stopped' && {
        attempts: set.fn<number>('greatest', [set('attempts', '-', 1), set.lit(0)]),
      }),
    }))
    .where('attempt_id', '=', job.attemptId)
    .execute()
}

/** How the newest job of other accounts ended with such a camera, within a day; undefined if none did. */
export async function findLastEndOfOthers(db: Database, environment: string, accountId: number) {
  const row = await db
    .selectFrom('picture_jobs')
    .select('ended_as')
    .where('environment', '=', environment)
    .where('of_account', '!=', accountId)
    .where('ended_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ended_as ?? undefined
}

/** For the duty: what failed may have failed because of the camera. */
export async function retryFailedThumbnails(db: Database): Promise<void> {
  const isDue = sql<boolean>`kind = 'thumbnails' AND state = 'failed'
    AND coalesce(ended_at, created_at) < now() - interval '1 day' AND created_at > now() - interval '7 days'`
  // Those that could not be planned are planned again.
  await db
    .deleteFrom('picture_jobs')
    .where(isDue)
    .where(sql<boolean>`stories = '[]'`)
    .execute()
  await db.updateTable('picture_jobs').set({ state: 'waiting', attempts: 0 }).where(isDue).execute()
}

/** For the duty: those of cameras that are gone, after too many attempts. */
export async function failAbandonedJobs(db: Database): Promise<void> {
  await db
    .updateTable('picture_jobs')
    .set({ state: 'failed', ended_as: 'abandoned', attempt_id: null, ended_at: sql`now()` })
    .where('state', '=', 'taken')
    .where('leased_until', '<', sql<Date>`now()`)
    .where('attempts', '>=', maxAttempts)
    .execute()
}
