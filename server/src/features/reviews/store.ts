import type { Decision, StoryReview } from '@plinth/contract/pictures.ts'
import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** Where decisions are made: they count on the branch of the version. */
export interface ReviewPlace {
  storybookId: number
  branch: string
  versionId: number
}

export interface Reviewed {
  story: string
  variant: string
}

export const keyOf = ({ story, variant }: Reviewed) => JSON.stringify([story, variant])

interface SavedReview extends Reviewed {
  /** Of the picture that was looked at; null if the story is not shown any more. */
  sha256: Buffer | null
  /** Of the picture that it was compared with; null if there was none. */
  before: Buffer | null
}

interface Reviewer {
  userId: number
  /** What others decided up to then may be replaced. */
  replacesUpTo: Date | null
}

interface Decided extends Reviewer {
  decision: Decision
  comment: string | null
  name: string
}

/** PostgreSQL takes 65,535 values in one statement. */
const atOnce = 1000

/**
 * Replaces earlier decisions about other pictures of the same stories, unless a newer version of the branch has those
 * pictures. Returns the reviews that were saved.
 */
export async function saveReviews(
  trx: Database,
  place: ReviewPlace,
  reviews: readonly SavedReview[],
  decided: Decided,
): Promise<Reviewed[]> {
  const newerVersions = await listNewerVersions(trx, place)
  const saved = []
  for (let from = 0; from < reviews.length; from += atOnce) {
    const some = reviews.slice(from, from + atOnce)
    saved.push(...(await saveSome(trx, { ...place, newerVersions }, some, decided)))
  }
  return saved
}

async function saveSome(
  trx: Database,
  place: ReviewPlace & { newerVersions: readonly number[] },
  reviews: readonly SavedReview[],
  { decision, comment, name, ...reviewer }: Decided,
): Promise<Reviewed[]> {
  return trx
    .insertInto('story_reviews')
    .values(
      reviews.map(({ story, variant, sha256, before }) => ({
        storybook_id: place.storybookId,
        branch: place.branch,
        story_id: story,
        variant,
        sha256,
        before_sha256: before,
        decision,
        comment,
        decided_by: name,
        user_id: reviewer.userId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['storybook_id', 'branch', 'story_id', 'variant'])
        .doUpdateSet((set) => ({
          sha256: set.ref('excluded.sha256'),
          before_sha256: set.ref('excluded.before_sha256'),
          decision,
          comment,
          decided_by: name,
          user_id: reviewer.userId,
          decided_at: sql<Date>`now()`,
        }))
        .where(
          sql<boolean>`CASE WHEN (story_reviews.sha256, story_reviews.before_sha256)
              IS DISTINCT FROM (excluded.sha256, excluded.before_sha256)
            THEN NOT ${isOfOneOf(place.newerVersions)} ELSE ${mayReplace('story_reviews', reviewer)} END`,
        ),
    )
    .returning(['story_id as story', 'variant'])
    .execute()
}

/** What the reviewer decided, or has seen. People see times in milliseconds. */
const mayReplace = (table: 'story_reviews' | 'version_reviews', { userId, replacesUpTo }: Reviewer) =>
  sql<boolean>`(
    ${sql.ref(`${table}.user_id`)} IS NOT DISTINCT FROM ${userId}
    OR date_trunc('milliseconds', ${sql.ref(`${table}.decided_at`)}) <= ${replacesUpTo}::timestamptz)`

/** At most this many newer versions are looked at. */
const maxNewerVersions = 100

/** Of the same branch, the newest first. */
async function listNewerVersions(
  trx: Database,
  { storybookId, branch, versionId }: ReviewPlace,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT newer.id FROM versions AS newer, versions AS reviewed
    WHERE reviewed.id = ${versionId} AND newer.storybook_id = ${storybookId} AND newer.deleted_at IS NULL
      AND coalesce(newer.branch, '') = ${branch}
      AND (newer.created_at, newer.id) > (reviewed.created_at, reviewed.id)
    ORDER BY newer.created_at DESC, newer.id DESC LIMIT ${maxNewerVersions}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Whether one of `story_reviews` is about how the story looks in a comparison of one of these versions. */
const isOfOneOf = (versionIds: readonly number[]) => sql<boolean>`EXISTS (
  SELECT FROM story_comparisons AS compared
  LEFT JOIN pictures AS after ON after.id = compared.after_id
  LEFT JOIN pictures AS before ON before.id = compared.before_id
  WHERE compared.version_id = ANY (${versionIds}::bigint[]) AND compared.story_id = story_reviews.story_id
    AND compared.variant = story_reviews.variant
    AND after.sha256 IS NOT DISTINCT FROM story_reviews.sha256
    AND before.sha256 IS NOT DISTINCT FROM story_reviews.before_sha256)`

/** Returns those that were taken back. */
export async function deleteReviews(
  trx: Database,
  { storybookId, branch }: ReviewPlace,
  reviews: readonly SavedReview[],
  reviewer: Reviewer,
): Promise<Reviewed[]> {
  const { rows } = await sql<Reviewed>`
    DELETE FROM story_reviews USING unnest(
      ${reviews.map(({ story }) => story)}::text[], ${reviews.map(({ variant }) => variant)}::text[],
      ${reviews.map(({ sha256 }) => sha256)}::bytea[], ${reviews.map(({ before }) => before)}::bytea[]
    ) AS given (story, variant, after, before)
    WHERE storybook_id = ${storybookId} AND branch = ${branch} AND story_id = given.story
      AND story_reviews.variant = given.variant
      AND sha256 IS NOT DISTINCT FROM given.after AND before_sha256 IS NOT DISTINCT FROM given.before
      AND ${mayReplace('story_reviews', reviewer)}
    RETURNING given.story, given.variant`.execute(trx)
  return rows
}

/** Whether somebody has decided about one of these stories as it looks in a newer version, with other pictures. */
export async function hasReviewsOfNewerVersions(
  trx: Database,
  place: ReviewPlace,
  reviews: readonly SavedReview[],
): Promise<boolean> {
  const rows = await trx
    .selectFrom('story_reviews')
    .select(['story_id as story', 'variant', 'sha256', 'before_sha256 as before'])
    .where('storybook_id', '=', place.storybookId)
    .where('branch', '=', place.branch)
    .where('story_id', '=', sql<string>`ANY (${reviews.map(({ story }) => story)}::text[])`)
    .where(isOfOneOf(await listNewerVersions(trx, place)))
    .execute()
  const decided = new Map(rows.map((row) => [keyOf(row), picturesOf(row)]))
  return reviews.some(
    (review) => decided.has(keyOf(review)) && decided.get(keyOf(review)) !== picturesOf(review),
  )
}

const picturesOf = ({ before, sha256 }: Pick<SavedReview, 'before' | 'sha256'>) =>
  `${before?.toString('hex')} ${sha256?.toString('hex')}`

/** A version and its baseline, if it has one, for a decision about the version as a whole. */
export interface WholeVersion {
  versionId: number
  baselineId: number | null
}

/** The decision about a whole version and this baseline; null if there is none. */
export async function findVersionReview(
  db: Database,
  { versionId, baselineId }: WholeVersion,
  readerId: number | null,
): Promise<StoryReview | null> {
  const row = await db
    .selectFrom('version_reviews')
    .select(['decision', 'comment', 'decided_by as by', 'decided_at', 'user_id'])
    .where('version_id', '=', versionId)
    .where('baseline_id', 'is not distinct from', baselineId)
    .executeTakeFirst()
  if (!row) return null
  const { decided_at: at, user_id: userId, ...review } = row
  return { ...review, isMine: readerId !== null && userId === readerId, at: at.toISOString() }
}

/** False if somebody else has decided, and the reviewer has not seen it. */
export async function saveVersionReview(
  trx: Database,
  { versionId, baselineId }: WholeVersion,
  { decision, comment, name, ...reviewer }: Decided,
): Promise<boolean> {
  const review = { baseline_id: baselineId, decision, comment, decided_by: name, user_id: reviewer.userId }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('version_reviews')
    .values({ version_id: versionId, ...review })
    .onConflict((conflict) =>
      conflict
        .column('version_id')
        .doUpdateSet({ ...review, decided_at: sql<Date>`now()` })
        .where(
          sql<boolean>`(version_reviews.baseline_id IS DISTINCT FROM ${baselineId}
            OR ${mayReplace('version_reviews', reviewer)})`,
        ),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** False if somebody else has decided, and the reviewer has not seen it; or nobody has. */
export async function deleteVersionReview(
  trx: Database,
  { versionId, baselineId }: WholeVersion,
  reviewer: Reviewer,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('version_reviews')
    .where('version_id', '=', versionId)
    .where('baseline_id', 'is not distinct from', baselineId)
    .where(mayReplace('version_reviews', reviewer))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
