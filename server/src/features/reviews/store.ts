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
  decision: Decision
  comment: string | null
  name: string
  userId: number
}

/** What was decided before about another picture of the story is replaced. */
export async function saveReviews(
  trx: Database,
  reviews: readonly SavedReview[],
  reviewer: Reviewer,
): Promise<void> {
  for (let from = 0; from < reviews.length; from += atOnce)
    await saveSome(trx, reviews.slice(from, from + atOnce), reviewer)
}

/** PostgreSQL takes 65,535 values in one statement. */
const atOnce = 1000

async function saveSome(
  trx: Database,
  reviews: readonly SavedReview[],
  { decision, comment, name, userId }: Reviewer,
): Promise<void> {
  await trx
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
        user_id: userId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['storybook_id', 'branch', 'story_id', 'variant']).doUpdateSet((set) => ({
        sha256: set.ref('excluded.sha256'),
        decision,
        comment,
        decided_by: name,
        user_id: userId,
        decided_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

export async function deleteReviews(trx: Database, reviews: readonly SavedReview[]): Promise<void> {
  for (const { storybookId, branch, story, variant } of reviews)
    await trx
      .deleteFrom('story_reviews')
      .where('storybook_id', '=', storybookId)
      .where('branch', '=', branch)
      .where('story_id', '=', story)
      .where('variant', '=', variant)
      .execute()
}

/** What was decided about a whole version; null if nobody has. */
export async function findVersionReview(db: Database, versionId: number): Promise<StoryReview | null> {
  const row = await db
    .selectFrom('version_reviews')
    .select(['decision', 'comment', 'decided_by as by', 'decided_at'])
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  if (!row) return null
  const { decided_at: at, ...review } = row
  return { ...review, at: at.toISOString() }
}

export async function saveVersionReview(
  trx: Database,
  versionId: number,
  { decision, comment, name, userId }: Reviewer,
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
