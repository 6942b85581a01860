import * as z from 'zod/mini'

import { PublicId } from './accounts.ts'
import { endpoint, longBodyBytes } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { Decision, PictureComparison } from './pictures.ts'
import { StorybookParams } from './storybooks.ts'
import { atMost, exactText, linesOfText } from './text.ts'

/** A story, in one of the ways it is shown, as comparisons list it. */
const ReviewedStory = z.object({
  story: exactText.check(z.minLength(1), z.maxLength(maxLength.storyId)),
  variant: exactText.check(z.maxLength(maxLength.variantName)),
})

export const reviewStories = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/Storybooks/:storybook/compare/reviews',
  summary:
    'Accept or reject how stories look, on the branch of the version `to`; it holds while their pictures stay the same',
  access: 'member',
  action: 'reviewStories',
  params: StorybookParams,
  query: z.object({
    /** By default the version before `to` on the same branch. */
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
  }),
  maxBodyBytes: longBodyBytes,
  reply: PictureComparison,
})
