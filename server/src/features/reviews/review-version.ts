import type { Decision, StoryReview } from '@plinth/contract/pictures.ts'
import type { VersionReview } from '@plinth/contract/reviews.ts'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { Config } from '../../settings/config.ts'
import { record } from '../audit/store.ts'
import { findBaseline, findMainBranch } from '../contents/baseline-store.ts'
import { stateOfBoth } from '../contents/find-versions-to-compare.ts'
import { getComparedPictures } from '../pictures/compared-pictures.ts'
import { findStorybook } from '../storybooks/store.ts'
import { presentVersion } from '../versions/present.ts'
import { findVersionOfStorybook } from '../versions/store.ts'
import { judge, whatIsUnknown } from './judge.ts'
import type { KnownOfVersion } from './judge.ts'
import { deleteVersionReview, findVersionReview, saveVersionReview } from './store.ts'
import type { WholeVersion } from './store.ts'

interface ReviewServices {
  db: Database
  config: Config
}

/** A version, as people name it. */
interface VersionPlace {
  accountId: number
  /** The person who asks; null for an API key. */
  readerId: number | null
  storybook: string
  version: string
}

export async function getVersionReview(
  services: ReviewServices,
  place: VersionPlace,
): Promise<VersionReview> {
  return presentReview(await findKnown(services, place))
}

interface WholeReview {
  decision: Decision | null
  comment?: string | null | undefined
  replacesUpTo?: string | undefined
}

/** Decides about a version of which nobody can tell how its stories look. What others decided is replaced only if seen. */
export async function reviewVersion(
  services: ReviewServices,
  place: VersionPlace,
  { decision, comment, replacesUpTo }: WholeReview,
  reviewer: { actor: Actor; user: { id: number; displayName: string } },
): Promise<VersionReview> {
  const { db } = services
  const { title, known, ...whole } = await findKnown(services, place)
  const gap = whatIsUnknown(known)
  if (decision !== null && (gap === undefined || gap === 'reading'))
    throw new Problem('nothing_to_review', {
      detail: gap
        ? 'This version is still being read. Decide when it has been.'
        : 'It is known how the stories of this version look. Decide about those that look different.',
    })
  // Whoever decided alike first keeps the credit, unless somebody who has seen it says more.
  const saysMore = decision !== null && Boolean(comment)
  if ((known.decision?.decision ?? null) === decision && !saysMore) return presentReview({ known })
  const seen = {
    userId: reviewer.user.id,
    replacesUpTo: replacesUpTo === undefined ? null : new Date(replacesUpTo),
  }
  const decided = { ...seen, comment: comment || null, name: reviewer.user.displayName }
  await db.transaction().execute(async (trx) => {
    const isSaved =
      decision === null
        ? await deleteVersionReview(trx, whole, seen)
        : await saveVersionReview(trx, whole, { ...decided, decision })
    if (!isSaved) throw new Problem('decided_by_others')
    await record(trx, reviewer.actor, {
      action: 'story.reviewed',
      subject: `${title}, version ${place.version}: ${decision ?? 'took back the decision about'} the whole version`,
      accountId: place.accountId,
      about: { version: place.version, review: { decision, stories: 0, comment: comment || null } },
    })
  })
  return getVersionReview(services, place)
}

interface Found extends WholeVersion {
  title: string
  known: KnownOfVersion & { decision: StoryReview | null }
}

async function findKnown(
  services: ReviewServices,
  { accountId, readerId, storybook: storybookId, version }: VersionPlace,
): Promise<Found> {
  const { db } = services
  const storybook = await findStorybook(db, accountId, storybookId)
  const row = storybook && (await findVersionOfStorybook(db, storybook.id, version))
  if (!row) throw new Problem('not_found')
  const baseline = await findBaseline(db, row.id)
  const before = baseline && (await findVersionOfStorybook(db, storybook.id, baseline.version))
  const names = { accountId, readerId, storybook: storybookId, from: baseline?.version, to: version }
  const whole = { versionId: row.id, baselineId: baseline?.id ?? null }
  const known = {
    requiresReview: storybook.requires_review,
    version: { branch: row.branch, targetBranch: row.target_branch },
    mainBranch: await findMainBranch(db, row.id),
    baseline: baseline
      ? { version: baseline.version, branch: baseline.branch, reason: baseline.reason }
      : null,
    contents: before ? stateOfBoth(presentVersion(before).contents, presentVersion(row).contents) : 'none',
    pictures: before && (await getComparedPictures(services, names)),
    decision: await findVersionReview(db, whole, readerId),
  } as const
  return { ...whole, title: storybook.title, known }
}

function presentReview({ known }: Pick<Found, 'known'>): VersionReview {
  const { toReview = 0, accepted = 0, rejected = 0 } = known.pictures?.counts ?? {}
  return { ...judge(known), toReview, accepted, rejected, baseline: known.baseline, decision: known.decision }
}
