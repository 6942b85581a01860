import { countsOf, findComparison } from './changes.ts'
import { findLooks, reviewState } from './looks.ts'
import type { Outcome } from './outcome.ts'
import type { PortalClient } from './portal-client.ts'

interface Proposal extends Pick<Outcome, 'account' | 'storybook' | 'version'> {
  /** What it is to be merged into. */
  targetBranch: string | undefined
  requiresReview: boolean
  waitMs: number
}

/** What a pull request changes, story by story, how that looks, and whether it may pass. Never fails. */
export async function findProposedChanges(
  portal: Pick<PortalClient, 'getBranch' | 'compare' | 'requestPictures' | 'getPictures'>,
  { account, storybook, version, targetBranch, requiresReview, waitMs }: Proposal,
): Promise<Pick<Outcome, 'comparison' | 'changes' | 'looks' | 'review'>> {
  const found = await findComparison(portal, account, storybook, version, targetBranch)
  if (found === 'nothing before')
    return { comparison: undefined, changes: undefined, looks: undefined, review: 'success' }
  const looks =
    found?.state === 'ready'
      ? await findLooks(portal, { account, storybook, from: found.from.publicId, to: version, waitMs })
      : undefined
  return {
    comparison: found,
    changes: found && countsOf(found),
    looks,
    review: reviewState(looks, requiresReview),
  }
}
