import * as z from 'zod/mini'

import { PublicId } from './accounts.ts'
import { endpoint, longBodyBytes } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { Decision, PictureComparison, Sha256, StoryReview } from './pictures.ts'
import { StorybookParams } from './storybooks.ts'
import { atMost, exactText, linesOfText } from './text.ts'
import { Baseline, VersionParams } from './versions.ts'

/** A story, in one of the ways it is shown, as comparisons list it. */
const ReviewedStory = z.object({
  story: exactText.check(z.minLength(1), z.maxLength(maxLength.storyId)),
  variant: exactText.check(z.maxLength(maxLength.variantName)),
  /** Of the picture `after` that the reviewer has seen; null if there was none. If it is another one now, nothing is decided. */
  after: z.optional(z.nullable(Sha256)),
})

export const reviewStories = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/Storybooks/:storybook/compare/reviews',
  summary:
    'Accept or reject how stories look compared with the baseline of the version `to`, on its branch; it holds while both pictures stay the same',
  access: 'member',
  action: 'reviewStories',
  params: StorybookParams,
  query: z.object({
    /** The baseline of `to`, which is the default; anything else is refused. */
    from: z.optional(PublicId),
    /** By default the newest version. */
    to: z.optional(PublicId),
  }),
  body: z.object({
    /** Left out, all that look different. */
    stories: z.optional(z.array(ReviewedStory).check(z.minLength(1), z.maxLength(1000))),
    /** Null takes back what was decided. */
    decision: z.nullable(Decision),
    comment: z.nullish(linesOfText.check(atMost(maxLength.comment))),
    /**
     * Up to when the reviewer has seen what others decided. What somebody else decided after that is never replaced:
     * it stays as it is where all are decided about, and is refused where it is named in `stories`. So is what anybody decided
     * about the picture of a newer version of the branch.
     */
    replacesUpTo: z.optional(z.iso.datetime()),
  }),
  maxBodyBytes: longBodyBytes,
  reply: PictureComparison,
})

/** Whether what a version changes may be merged. */
export const ReviewState = z.enum(['success', 'pending', 'failure'])
export type ReviewState = z.infer<typeof ReviewState>

/**
 * Why a version passes (`success`), waits (`pending`) or does not (`failure`). What is not known never passes where review is
 * required:
 * - success: `not-required`; `nothing-to-review`: nothing looks different; `all-accepted`; `version-accepted`: the whole version
 *   was, where nothing could be compared
 * - failure: `rejected`: a story was; `version-rejected`
 * - pending, until somebody decides: `to-review`
 * - pending, because it cannot be told: `no-baseline`: there is nothing to compare with; `reading`; `unreadable`: one of the two
 *   cannot be read; `no-camera`; `taking-pictures`; `pictures-held-back`: the account gets none at the moment; `pictures-failed`;
 *   `not-seen`: of some stories that changed; `not-all-compared`: too many changed, or not all stories are known
 */
export const ReviewReason = z.enum([
  'not-required',
  'nothing-to-review',
  'all-accepted',
  'version-accepted',
  'rejected',
  'version-rejected',
  'to-review',
  'no-baseline',
  'reading',
  'unreadable',
  'no-camera',
  'taking-pictures',
  'pictures-held-back',
  'pictures-failed',
  'not-seen',
  'not-all-compared',
])
export type ReviewReason = z.infer<typeof ReviewReason>

export const VersionReview = z.object({
  state: ReviewState,
  because: ReviewReason,
  /** How many stories look different and wait for a decision, are accepted, and are rejected. */
  toReview: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  /** What it is compared with to review it; null if there is nothing. */
  baseline: z.nullable(Baseline),
  /** What was decided about the whole version, compared with this baseline. It counts as long as it cannot be told how stories look. */
  decision: z.nullable(StoryReview),
})
export type VersionReview = z.infer<typeof VersionReview>

export const getVersionReview = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions/:version/review',
  summary: 'Whether a version may pass the review that its storybook requires, and why',
  access: 'member-or-key',
  action: 'view',
  params: VersionParams,
  reply: VersionReview,
})

export const reviewVersion = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions/:version/review',
  summary:
    'Accept or reject a whole version, where it cannot be told how stories look: there is nothing to compare with, or no pictures',
  access: 'member',
  action: 'reviewStories',
  params: VersionParams,
  body: z.object({
    /** Null takes back what was decided. */
    decision: z.nullable(Decision),
    comment: z.nullish(linesOfText.check(atMost(maxLength.comment))),
    /** Up to when the reviewer has seen what others decided. What somebody else decided after that is not replaced. */
    replacesUpTo: z.optional(z.iso.datetime()),
  }),
  reply: VersionReview,
})
