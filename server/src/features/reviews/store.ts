import type { Decision, StoryReview } from '@plinth/contract/pictures.ts'
import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

interface SavedReview {
  storybookId: number
  branch: string
  story: string
  variant: string
  /** Of the picture that was looked at; null if the story is not shown any more. */
  sha256: Buffer | null
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

type Reviewed = Pick<SavedReview, 'story' | 'variant'>

/** What was decided before about another picture of the story is replaced. Returns those that were saved. */
export async function saveReviews(
  trx: Database,
  reviews: readonly SavedReview[],
  decided: Decided,
): Promise<Reviewed[]> {
  const saved = []
  for (let from = 0; from < reviews.length; from += atOnce)
    saved.push(...(await saveSome(trx, reviews.slice(from, from + atOnce), decided)))
  return saved
}

/** PostgreSQL takes 65,535 values in one statement. */
const atOnce = 1000

async function saveSome(
  trx: Database,
  reviews: readonly SavedReview[],
  { decision, comment, name, ...reviewer }: Decided,
): Promise<Reviewed[]> {
  return trx
    .insertInto('story_reviews')
    .values(
      reviews.map(({ storybookId, branch, story, variant, sha256 }) => ({
        storybook_id: storybookId,
        branch,
        story_id: story,
        variant,
        sha256,
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
          decision,
          comment,
          decided_by: name,
          user_id: reviewer.userId,
          decided_at: sql<Date>`now()`,
        }))
        .where(
          sql<boolean>`${mayReplace(reviewer)} OR story_reviews.decision = excluded.decision
            OR story_reviews.sha256 IS DISTINCT FROM excluded.sha256`,
        ),
    )
    .returning(['story_id as story', 'variant'])
    .execute()
}

/** What the reviewer decided, or has seen. People see times in milliseconds. */
const mayReplace = ({ userId, replacesUpTo }: Reviewer) => sql<boolean>`(
  story_reviews.user_id IS NOT DISTINCT FROM ${userId}
  OR date_trunc('milliseconds', story_reviews.decided_at) <= ${replacesUpTo}::timestamptz)`

/** Returns those that were taken back. */
export async function deleteReviews(
  trx: Database,
  reviews: readonly SavedReview[],
  reviewer: Reviewer,
): Promise<Reviewed[]> {
  const deleted = []
  for (const { storybookId, branch, story, variant } of reviews)
    deleted.push(
      ...(await trx
        .deleteFrom('story_reviews')
        .where('storybook_id', '=', storybookId)
        .where('branch', '=', branch)
        .where('story_id', '=', story)
        .where('variant', '=', variant)
        .where(mayReplace(reviewer))
        .returning(['story_id as story', 'variant'])
        .execute()),
    )
  return deleted
}

/** What was decided about a whole version; null if nobody has. */
export async function findVersionReview(
  db: Database,
  versionId: number,
  readerId: number | null,
): Promise<StoryReview | null> {
  const row = await db
    .selectFrom('version_reviews')
    .select(['decision', 'comment', 'decided_by as by', 'decided_at', 'user_id'])
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  if (!row) return null
  const { decided_at: at, user_id: userId, ...review } = row
  return { ...review, isMine: readerId !== null && userId === readerId, at: at.toISOString() }
}

export async function saveVersionReview(
  trx: Database,
  versionId: number,
  { decision, comment, name, userId }: Omit<Decided, 'replacesUpTo'>,
): Promise<void> {
  const review = { decision, comment, decided_by: name, user_id: userId }
  await trx
    .insertInto('version_reviews')
    .values({ version_id: versionId, ...review })
    .onConflict((conflict) =>
      conflict.column('version_id').doUpdateSet({ ...review, decided_at: sql<Date>`now()` }),
    )
    .execute()
}

export async function deleteVersionReview(trx: Database, versionId: number): Promise<void> {
  await trx.deleteFrom('version_reviews').where('version_id', '=', versionId).execute()
}
