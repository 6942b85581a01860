import { noteworthy } from '@plinth/contract/pictures.ts'
import type { ComparedPictures, Decision, PictureComparison } from '@plinth/contract/pictures.ts'

import { texts } from '../texts/texts.ts'

/** "1 rejected, 2 accepted, 6 to review of 9."; empty where nobody decides. */
export function describeProgress({ state, requiresReview, counts }: PictureComparison): string {
  const { lookDifferent, accepted, rejected, toReview } = counts
  const isReviewed = requiresReview || accepted + rejected > 0
  if (state !== 'ready' || lookDifferent === 0 || !isReviewed) return ''
  const words = texts.pictures.review
  if (accepted === lookDifferent) return words.allAccepted(accepted)
  return words.progress({ rejected, accepted, toReview }, lookDifferent)
}

const countStories = (pictures: readonly ComparedPictures[]) =>
  new Set(pictures.map(({ story }) => story)).size

/**
 * What is left to decide where all are decided about: how many stories are open, who has decided otherwise about how many, and
 * when the last of them did.
 */
export function findUndecided(stories: readonly ComparedPictures[], decision: Decision) {
  const otherwise = stories.filter(
    ({ verdict, review }) => noteworthy.has(verdict) && review?.decision !== decision,
  )
  const ofOthers = otherwise.filter(({ review }) => review && !review.isMine)
  const open = otherwise.filter(({ review }) => !review || review.isMine)
  const people = [...Map.groupBy(ofOthers, ({ review }) => review?.by ?? '')].map(([name, theirs]) => ({
    name,
    stories: countStories(theirs),
  }))
  const times = ofOthers.map(({ review }) => review?.at ?? '').toSorted()
  const upTo = times.at(-1)
  return {
    open: countStories(open),
    all: countStories(otherwise),
    others: upTo === undefined ? undefined : { people, upTo },
  }
}
