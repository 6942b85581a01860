import type { Verdict } from '@plinth/contract/pictures.ts'
import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

const verdicts: Record<Verdict, string> = {
  different: 'Looks different',
  same: 'Looks the same',
  broken: 'Fails to render',
  repaired: 'Renders again',
  unstable: 'Unstable',
  skipped: 'Skipped',
  failed: 'No picture',
}

/** What stories look like, and what people say about it. */
export const pictures = {
  title: 'How it looks',
  summary: (changedInCode: number, different: number) =>
    `${plural(changedInCode, { one: '# story changed in code', other: '# stories changed in code' })}, ${plural(different, { one: '# looks different', other: '# look different' })}.`,
  sameOnly: (changedInCode: number) =>
    plural(changedInCode, {
      one: '# story changed in code, and looks the same.',
      other: '# stories changed in code, and all look the same.',
    }),
  taking: 'Pictures are being taken. They appear here one after another.',
  failed: 'The pictures could not be taken.',
  fetchFailed: 'Failed to load the pictures',
  none: 'There are no pictures of these versions yet.',
  noCamera: 'This portal takes no pictures: it has no camera. Its operator can set one up.',
  take: 'Take pictures',
  again: 'Try again',
  verdicts,
  unstableText: 'These look different each time they are shown, so nothing can be said about them.',
  folded: {
    same: (stories: number) =>
      plural(stories, { one: '# story looks the same', other: '# stories look the same' }),
    unstable: (stories: number) =>
      plural(stories, { one: '# story is unstable', other: '# stories are unstable' }),
    others: (stories: number) =>
      plural(stories, { one: '# story without pictures', other: '# stories without pictures' }),
  },
  pixels: (pixels: number) => plural(pixels, { one: '# pixel differs', other: '# pixels differ' }),
  barely: 'barely visible',
  views: {
    label: 'How to compare',
    sides: 'Side by side',
    switch: 'Switch',
    swipe: 'Swipe',
    overlay: 'Overlay',
  },
  before: 'Before',
  after: 'After',
  difference: 'Difference',
  beforeOf: (story: string) => `${story} before`,
  afterOf: (story: string) => `${story} after`,
  differenceOf: (story: string) => `What differs in ${story}`,
  notShown: 'No picture: the story failed to render.',
  showBefore: 'Show before',
  showAfter: 'Show after',
  swipe: (story: string) => `How much of ${story} is shown as it is after`,
  fade: (story: string) => `How strongly ${story} is shown as it is after`,
  zoom: { label: 'Zoom', fit: 'Fit', percent: (percent: number) => `${percent}%` },
  review: {
    accept: 'Accept',
    reject: 'Reject',
    acceptOf: (story: string) => `Accept ${story}`,
    rejectOf: (story: string) => `Reject ${story}`,
    acceptAll: 'Accept all',
    rejectAll: 'Reject all',
    undo: 'Undo',
    undoOf: (story: string) => `Undo the decision about ${story}`,
    why: 'Why (optional)',
    confirmAll: (stories: number) =>
      `This decides about ${plural(stories, { one: '# story', other: '# stories' })} on this branch, for as long as their pictures stay the same. It replaces earlier decisions.`,
    accepted: (by: ReactNode, at: ReactNode) => sentence`Accepted by ${by} ${at}`,
    rejected: (by: ReactNode, at: ReactNode) => sentence`Rejected by ${by} ${at}`,
    toReview: (stories: number) =>
      plural(stories, { one: '# waits for review.', other: '# wait for review.' }),
    allAccepted: 'All are accepted.',
    someRejected: (stories: number) => plural(stories, { one: '# is rejected.', other: '# are rejected.' }),
    failed: 'The decision was not saved',
  },
  comments: {
    title: (comments: number) => plural(comments, { one: '# comment', other: '# comments' }),
    none: 'Comment',
    field: (story: string) => `Comment on ${story}`,
    reply: 'Reply',
    replyTo: (author: string) => `Reply to ${author}`,
    add: 'Comment',
    resolve: 'Resolve',
    reopen: 'Open again',
    resolved: (by: ReactNode) => sentence`Resolved by ${by}`,
    delete: 'Delete',
    onVersion: (version: string) => `on version ${version.slice(0, 7)}`,
    others: 'Comments on other stories',
    failed: 'The comment was not saved',
    missing: 'Write something first',
  },
}
