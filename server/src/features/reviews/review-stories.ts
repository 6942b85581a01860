import { noteworthy } from '@plinth/contract/pictures.ts'
import type { Decision, PictureComparison } from '@plinth/contract/pictures.ts'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import { record } from '../audit/store.ts'
import { findComparedVersions, getComparedPictures } from '../pictures/compared-pictures.ts'
import type { ComparedNames } from '../pictures/compared-pictures.ts'
import { findComparisonJob, listComparedStories } from '../pictures/comparisons-store.ts'
import type { ComparedRow } from '../pictures/comparisons-store.ts'
import { verdictOf } from '../pictures/present.ts'
import { deleteReviews, saveReviews } from './store.ts'

interface Review {
  stories?: { story: string; variant: string }[] | undefined
  decision: Decision | null
  comment?: string | null | undefined
}

/** Decides about pictures of a comparison. */
export async function reviewStories(
  db: Database,
  names: ComparedNames,
  { stories, decision, comment }: Review,
  reviewer: { actor: Actor; user: { id: number; displayName: string } },
): Promise<PictureComparison> {
  const { storybook, before, after } = await findComparedVersions(db, names)
  const job = await findComparisonJob(db, before.id, after.id)
  const rows = job
    ? await listComparedStories(db, job.id, { storybookId: storybook.id, branch: after.branch })
    : []
  if (!stories && job && job.state !== 'done')
    throw new Problem('nothing_to_review', {
      detail: 'Not all pictures have been taken. Decide when they have.',
    })
  const chosen = chooseRows(rows, stories)
  if (chosen.length === 0) throw new Problem('nothing_to_review')
  const reviews = chosen.map(({ story, variant, afterHash }) => ({
    storybookId: storybook.id,
    branch: after.branch ?? '',
    story,
    variant,
    sha256: afterHash,
  }))
  await db.transaction().execute(async (trx) => {
    if (decision === null) await deleteReviews(trx, reviews)
    else
      await saveReviews(trx, reviews, {
        decision,
        comment: comment || null,
        name: reviewer.user.displayName,
        userId: reviewer.user.id,
      })
    await record(trx, reviewer.actor, {
      action: 'story.reviewed',
      subject: describe(storybook.title, after.public_id, decision, chosen),
      accountId: names.accountId,
      about: {
        version: after.public_id,
        review: {
          decision,
          stories: new Set(chosen.map(({ story }) => story)).size,
          comment: comment || null,
        },
      },
    })
  })
  return getComparedPictures(db, names)
}

/** Only of what looks different. */
function chooseRows(rows: readonly ComparedRow[], stories: Review['stories']): ComparedRow[] {
  const wanted = stories && new Set(stories.map(({ story, variant }) => JSON.stringify([story, variant])))
  return rows.filter(
    (row) =>
      noteworthy.has(verdictOf(row)) &&
      (wanted === undefined || wanted.has(JSON.stringify([row.story, row.variant]))),
  )
}

const maxNamed = 3

/** "Design System, version abc: accepted Button, Card and 4 more" */
function describe(
  title: string,
  version: string,
  decision: Decision | null,
  rows: readonly ComparedRow[],
): string {
  const stories = [...new Set(rows.map(({ story }) => story))]
  const more = stories.length - maxNamed
  const named = stories.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `${title}, version ${version}: ${decision ?? 'took back the decision about'} ${named}`
}
