import { noteworthy } from '@plinth/contract/pictures.ts'
import type { Decision, PictureComparison } from '@plinth/contract/pictures.ts'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { Config } from '../../settings/config.ts'
import { record } from '../audit/store.ts'
import { findBaseline } from '../contents/baseline-store.ts'
import { findComparedVersions, getComparedPictures } from '../pictures/compared-pictures.ts'
import type { ComparedNames } from '../pictures/compared-pictures.ts'
import { findComparisonJob, listComparedStories } from '../pictures/comparisons-store.ts'
import type { ComparedRow } from '../pictures/comparisons-store.ts'
import { verdictOf } from '../pictures/present.ts'
import { deleteReviews, hasReviewsOfNewerVersions, keyOf, saveReviews } from './store.ts'
import type { Reviewed } from './store.ts'

interface Review {
  stories?: (Reviewed & { after?: string | null | undefined })[] | undefined
  decision: Decision | null
  comment?: string | null | undefined
  replacesUpTo?: string | undefined
}

interface Reviewer {
  actor: Actor
  user: { id: number; displayName: string }
}

/**
 * Saves decisions about the pictures of a version and its baseline; other comparisons are not reviewed. A colleague's decision
 * is replaced only if the reviewer has seen it, and a decision about the picture of a newer version never is.
 */
export async function reviewStories(
  services: { db: Database; config: Config },
  names: ComparedNames,
  { stories, decision, comment, replacesUpTo }: Review,
  { actor, user }: Reviewer,
): Promise<PictureComparison> {
  const { db } = services
  const { storybook, before, after } = await findComparedVersions(db, names)
  if ((await findBaseline(db, after.id))?.id !== before.id) throw new Problem('not_the_baseline')
  const job = await findComparisonJob(db, before.id, after.id)
  const rows = job
    ? await listComparedStories(db, job.id, { storybookId: storybook.id, branch: after.branch })
    : []
  if (!stories && job && job.state !== 'done')
    throw new Problem('nothing_to_review', {
      detail: 'Not all pictures have been taken. Decide when they have.',
    })
  const found = chooseRows(rows, stories)
  if (found.length === 0) throw new Problem('nothing_to_review')
  if (stories && hasOtherPictures(stories, found)) throw new Problem('picture_replaced')
  const saysMore = decision !== null && Boolean(comment)
  // Whoever decided alike first keeps the credit, unless somebody who has seen it names the story and says more.
  const isSaid = (row: ComparedRow) =>
    row.decision === decision && !(saysMore && (stories || row.deciderId === user.id))
  const chosen = found.filter((row) => !isSaid(row))
  if (chosen.length === 0 && saysMore) throw new Problem('decided_by_others')
  if (chosen.length === 0) return getComparedPictures(services, names)
  const place = { storybookId: storybook.id, branch: after.branch ?? '', versionId: after.id }
  const reviews = chosen.map(({ story, variant, afterHash, beforeHash }) => ({
    story,
    variant,
    sha256: afterHash,
    before: beforeHash,
  }))
  const seen = { userId: user.id, replacesUpTo: replacesUpTo === undefined ? null : new Date(replacesUpTo) }
  await db.transaction().execute(async (trx) => {
    const saved =
      decision === null
        ? await deleteReviews(trx, place, reviews, seen)
        : await saveReviews(trx, place, reviews, {
            ...seen,
            decision,
            comment: comment || null,
            name: user.displayName,
          })
    if (saved.length === 0 || (stories && saved.length < chosen.length))
      throw new Problem(
        (await hasReviewsOfNewerVersions(trx, place, reviews))
          ? 'decided_on_newer_version'
          : 'decided_by_others',
      )
    const decided = chooseRows(chosen, saved)
    await record(trx, actor, {
      action: 'story.reviewed',
      subject: describe(storybook.title, after.public_id, decision, decided, user.id),
      accountId: names.accountId,
      about: {
        version: after.public_id,
        review: {
          decision,
          stories: new Set(decided.map(({ story }) => story)).size,
          comment: comment || null,
        },
      },
    })
  })
  return getComparedPictures(services, names)
}

/** Only of what looks different. */
function chooseRows(rows: readonly ComparedRow[], stories: readonly Reviewed[] | undefined): ComparedRow[] {
  const wanted = stories && new Set(stories.map(keyOf))
  return rows.filter(
    (row) => noteworthy.has(verdictOf(row)) && (wanted === undefined || wanted.has(keyOf(row))),
  )
}

/** Whether a story has another picture than the reviewer says to have seen. */
function hasOtherPictures(stories: NonNullable<Review['stories']>, rows: readonly ComparedRow[]): boolean {
  const pictures = new Map(rows.map((row) => [keyOf(row), row.afterHash?.toString('hex') ?? null]))
  return stories.some(({ after, ...story }) => {
    const picture = pictures.get(keyOf(story))
    return after !== undefined && picture !== undefined && after !== picture
  })
}

const maxNamed = 3

/** "Design System, version abc: accepted Button, Card and 4 more; replaced what Ada Lindqvist (2) had decided" */
function describe(
  title: string,
  version: string,
  decision: Decision | null,
  rows: readonly ComparedRow[],
  userId: number,
): string {
  const stories = [...new Set(rows.map(({ story }) => story))]
  const more = stories.length - maxNamed
  const named = stories.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
  const what = `${title}, version ${version}: ${decision ?? 'took back the decision about'} ${named}`
  const replaced = rows.filter((row) => row.decision && row.deciderId !== userId)
  if (replaced.length === 0) return what
  const whose = [...Map.groupBy(replaced, ({ decidedBy }) => decidedBy)].map(
    ([by, theirs]) => `${by} (${new Set(theirs.map(({ story }) => story)).size})`,
  )
  return `${what}; replaced what ${whose.join(', ')} had decided`
}
