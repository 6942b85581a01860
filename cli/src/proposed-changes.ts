import { contentsOf, countsOf, findComparison, findRead } from './changes.ts'
import { findLooks } from './looks.ts'
import type { Outcome } from './outcome.ts'
import type { PortalClient } from './portal-client.ts'
import { findVerdict } from './verdict.ts'

interface Proposal extends Pick<Outcome, 'account' | 'storybook' | 'version'> {
  requiresReview: boolean
  waitMs: number
}

/** What a pull request changes, story by story, how that looks, and whether it may pass. Never fails. */
export async function findProposedChanges(
  portal: Pick<PortalClient, 'getVersion' | 'compare' | 'requestPictures' | 'getPictures' | 'getReview'>,
  { requiresReview, waitMs, ...place }: Proposal,
): Promise<Pick<Outcome, 'contents' | 'baseline' | 'comparison' | 'changes' | 'looks' | 'review'>> {
  const read = await findRead(portal, place)
  const baseline = read?.baseline ?? undefined
  const comparison = baseline && (await findComparison(portal, place, baseline))
  const { account, storybook, version: to } = place
  const looks =
    comparison?.state === 'ready'
      ? await findLooks(portal, { account, storybook, from: comparison.from.publicId, to, waitMs })
      : undefined
  return {
    contents: comparison?.state ?? contentsOf(read),
    baseline,
    comparison,
    changes: comparison && countsOf(comparison),
    looks,
    review: await findVerdict(portal, place, requiresReview),
  }
}
