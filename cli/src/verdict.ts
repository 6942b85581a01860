import type { ReviewReason, ReviewState } from '@plinth/contract/reviews.ts'

import type { PortalClient } from './portal-client.ts'

/** Whether a version may pass, as the portal judges it. */
export interface Verdict {
  state: ReviewState
  because: ReviewReason | 'unanswered'
  toReview: number
  rejected: number
}

export const notRequired: Verdict = { state: 'success', because: 'not-required', toReview: 0, rejected: 0 }

/** Never fails. What the portal does not tell does not pass where review is required. */
export async function findVerdict(
  portal: Pick<PortalClient, 'getReview'>,
  { account, storybook, version }: { account: string; storybook: string; version: string },
  requiresReview: boolean,
): Promise<Verdict> {
  try {
    return await portal.getReview(account, storybook, version)
  } catch {
    return requiresReview
      ? { state: 'pending', because: 'unanswered', toReview: 0, rejected: 0 }
      : notRequired
  }
}

/** In a few words; undefined where no review is required. */
export function describeVerdict({ because, toReview, rejected }: Verdict): string | undefined {
  return {
    'not-required': undefined,
    'nothing-to-review': 'nothing to review',
    'all-accepted': 'all accepted',
    'version-accepted': 'accepted without a comparison',
    rejected: `${rejected} rejected`,
    'version-rejected': 'rejected without a comparison',
    'to-review': `${toReview} to review`,
    'no-baseline': 'nothing to compare with, so somebody has to accept it',
    reading: 'still being read',
    unreadable: 'cannot be compared, so somebody has to accept it',
    'no-camera': 'no camera takes pictures, so somebody has to accept it',
    'taking-pictures': 'waiting for pictures',
    'pictures-failed': 'no pictures could be taken, so somebody has to accept it',
    unanswered: 'how it looks is not known yet',
  }[because]
}
