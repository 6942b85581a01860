import type { PictureComparison, StoryReview } from '@plinth/contract/pictures.ts'
import type { ReviewReason, ReviewState } from '@plinth/contract/reviews.ts'
import type { Baseline, ContentsState } from '@plinth/contract/versions.ts'

/** What is known of a version that is to be merged. */
export interface KnownOfVersion {
  requiresReview: boolean
  version: { branch: string | null; targetBranch: string | null }
  /** Of the storybook; null if it has none. */
  mainBranch: string | null
  baseline: Baseline | null
  /** Of the version and its baseline. */
  contents: ContentsState
  /** Of what changed since the baseline; undefined if there is none. */
  pictures: Pick<PictureComparison, 'state' | 'hasCamera' | 'obstacle' | 'counts'> | undefined
  /** About the whole version. */
  decision: Pick<StoryReview, 'decision'> | null
}

export interface Judgement {
  state: ReviewState
  because: ReviewReason
}

/** The one place that decides whether a version may pass. Where review is required, what is not known does not. */
export function judge(known: KnownOfVersion): Judgement {
  const { requiresReview, pictures, decision } = known
  if (!requiresReview) return { state: 'success', because: 'not-required' }
  const gap = whatIsUnknown(known)
  if (pictures && pictures.counts.rejected > 0) return { state: 'failure', because: 'rejected' }
  if (gap && partlyKnown.has(gap) && pictures && pictures.counts.toReview > 0)
    return { state: 'pending', because: 'to-review' }
  if (gap && decision)
    return decision.decision === 'accepted'
      ? { state: 'success', because: 'version-accepted' }
      : { state: 'failure', because: 'version-rejected' }
  if (gap) return { state: 'pending', because: gap }
  if (pictures && pictures.counts.toReview > 0) return { state: 'pending', because: 'to-review' }
  const isAccepted = pictures && pictures.counts.accepted > 0
  return { state: 'success', because: isAccepted ? 'all-accepted' : 'nothing-to-review' }
}

/** The other stories have been compared: they are decided about one by one. */
const partlyKnown: ReadonlySet<ReviewReason> = new Set(['not-seen', 'not-all-compared'])

/** Why nobody can tell yet how stories look that changed; undefined if it is known. */
export function whatIsUnknown({
  version,
  mainBranch,
  baseline,
  contents,
  pictures,
}: KnownOfVersion): ReviewReason | undefined {
  if (!baseline || !pictures || !isReviewedAgainst(baseline, version, mainBranch)) return 'no-baseline'
  if (contents === 'reading') return 'reading'
  if (contents === 'none') return 'unreadable'
  const { state, hasCamera, obstacle, counts } = pictures
  if (state === 'ready' && counts.leftOut !== 0) return 'not-all-compared'
  if (state === 'ready') return counts.notSeen > 0 ? 'not-seen' : undefined
  if (!hasCamera) return 'no-camera'
  if (state === 'failed') return 'pictures-failed'
  return obstacle ? 'pictures-held-back' : 'taking-pictures'
}

/** What nobody has merged is no baseline for a review: a second push would pass because it looks like the first. */
function isReviewedAgainst(
  { reason }: Baseline,
  { branch, targetBranch }: KnownOfVersion['version'],
  mainBranch: string | null,
): boolean {
  if (reason !== 'previous-of-branch') return true
  // The main branch may be merged into another one, too.
  const isProposed = targetBranch !== null && targetBranch !== branch
  return branch !== null && branch === mainBranch && !isProposed
}
