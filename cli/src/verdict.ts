import type { ReviewReason, ReviewState } from '@plinth/contract/reviews.ts'

import type { PortalClient } from './portal-client.ts'

/** Whether a version may pass, as the portal judges it. */
export interface Verdict {
  state: ReviewState
  because: ReviewReason | 'unanswered'
  toReview: number
  accepted: number
  rejected: number
}

const nothingDecided = { toReview: 0, accepted: 0, rejected: 0 }

export const notRequired: Verdict = { state: 'success', because: 'not-required', ...nothingDecided }

/** Never fails. What the portal does not tell does not pass where review is required. */
export async function findVerdict(
  portal: Pick<PortalClient, 'getReview'>,
  { account, storybook, version }: { account: string; storybook: string; version: string },
  requiresReview: boolean,
): Promise<Verdict> {
  try {
    return await portal.getReview(account, storybook, version)
  } catch {
    return requiresReview ? { state: 'pending', because: 'unanswered', ...nothingDecided } : notRequired
  }
}

/** In a few words; undefined where no review is required. */
export function describeVerdict({ because, ...counts }: Verdict): string | undefined {
  const decisions = describeDecisions(counts)
  return {
    'not-required': undefined,
    'nothing-to-review': 'nothing to review',
    'all-accepted': 'all accepted',
    'version-accepted': 'accepted without a full comparison',
    rejected: decisions,
    'version-rejected': 'rejected without a full comparison',
    'to-review': decisions,
    'no-baseline': 'no merged version to compare with, so somebody has to accept this one',
    reading: 'still being read',
    unreadable: 'cannot be compared, so somebody has to accept it',
    'no-camera': 'no camera takes pictures, so somebody has to accept it',
    'taking-pictures': 'waiting for pictures',
    'pictures-held-back': 'the account gets no pictures at the moment, so somebody has to accept it',
    'not-all-compared': 'not all changes could be compared, so somebody has to accept it',
    'not-seen': 'some stories cannot be compared, so somebody has to accept it',
    'pictures-failed': 'no pictures could be taken, so somebody has to accept it',
    unanswered: 'how it looks is not known yet',
  }[because]
}

/** "1 rejected, 2 accepted, 6 to review" */
const describeDecisions = ({
  rejected,
  accepted,
  toReview,
}: Pick<Verdict, 'rejected' | 'accepted' | 'toReview'>): string =>
  [
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(toReview > 0 ? [`${toReview} to review`] : []),
  ].join(', ')
