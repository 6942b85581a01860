import type { GaveUpBecause, Obstacle, Verdict } from '@plinth/contract/pictures.ts'
import type { ReactNode } from 'react'

import { formatNumber, pluralsOf } from '../numbers.ts'
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

const obstacles: Record<Obstacle, string> = {
  noCamera:
    'No camera has been set up for this portal, so no pictures are taken. Its operator can set one up.',
  cameraGone:
    'No camera is running at the moment. Pictures are taken as soon as one is; the operator of this portal can tell why none is.',
  storageFull: 'The storage of this account is full, so no pictures are taken. Delete versions to make room.',
  dailyLimit: 'This account has had as many pictures as it gets in a day. More are taken tomorrow.',
  buildsEnded:
    'Builds of this account crashed or used too much too often today. More pictures are taken tomorrow.',
  manyWaiting: 'Many comparisons of this account are waiting for pictures. Try again when some are done.',
  notRead: 'One of the two versions has not been read yet, or cannot be read.',
}

const gaveUp: Record<GaveUpBecause, string> = {
  notPlanned: 'Gave up: what changed between the two versions could not be found out.',
  storageFull: 'Gave up: the pictures did not fit into the storage of this account.',
  crashed: 'Gave up: the build crashed the browser again and again.',
  tooMuch: 'Gave up: the build used too much memory or time.',
  cameraFailed: 'Gave up: the camera failed again and again.',
}

interface Progress {
  rejected: number
  accepted: number
  toReview: number
}

type People = readonly { name: string; stories: number }[]

/** "Ada Lindqvist rejected 2 stories, Tom Miller rejected 1 story." */
const sayWho = (people: People, decision: 'accepted' | 'rejected') =>
  `${people
    .map(
      ({ name, stories }) => `${name} ${decision} ${plural(stories, { one: '# story', other: '# stories' })}`,
    )
    .join(', ')}.`

const unlessReplaced = 'These decisions stay unless you replace them.'

/** What stories look like, and what people say about it. */
export const pictures = {
  title: 'How it looks',
  summary: (changedInCode: number, different: number) =>
    `${plural(changedInCode, { one: '# story changed in code', other: '# stories changed in code' })}, ${plural(different, { one: '# looks different', other: '# look different' })}.`,
  nothingCompared: (changedInCode: number) =>
    plural(changedInCode, {
      one: '# story changed in code, and could not be compared.',
      other: '# stories changed in code, and none could be compared.',
    }),
  sameOnly: (changedInCode: number) =>
    plural(changedInCode, {
      one: '# story changed in code, and looks the same.',
      other: '# stories changed in code, and all look the same.',
    }),
  nothingChanged: 'No story changed in code, so there is nothing to compare.',
  notCompared: (stories: number) => `Not compared yet (0 of ${formatNumber(stories)}).`,
  partlyCompared: (compared: number, stories: number, different: number) =>
    `${formatNumber(compared)} of ${formatNumber(stories)} compared, ${plural(different, { one: '# looks different', other: '# look different' })} so far.`,
  /** Of stories that may look different; null if nobody knows how many there are. */
  leftOut: (stories: number | null) =>
    stories === null
      ? 'Not all stories of these versions could be read, so changes may be missing here.'
      : `Too many changed to compare all: ${plural(stories, { one: '# of them was not compared.', other: '# of them were not compared.' })}`,
  taking: 'Pictures are being taken. They appear here one after another.',
  obstacles,
  gaveUp,
  takeFailed: 'Failed to request pictures',
  fetchFailed: 'Failed to load the pictures',
  notUpdated: 'The portal did not answer, so this may be out of date. Trying again…',
  none: 'There are no pictures of these versions yet.',
  choose: {
    label: (story: string) => `Use as picture: ${story}`,
    action: 'Use as picture',
    storybook: 'For the storybook',
    component: 'For this component',
    chosen: {
      storybook: 'This picture now stands for the storybook.',
      component: 'This picture now stands for the component.',
    },
    undone: 'The first story stands for it again.',
    failed: 'The picture was not chosen',
  },
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
  swipe: (story: string) => `How much of ${story} is shown as it was before`,
  swipeValue: (percent: number) => `${percent}% before, ${100 - percent}% after`,
  fadeValue: (percent: number) => `${percent}% after`,
  fade: (story: string) => `How strongly ${story} is shown as it is after`,
  zoom: { label: 'Zoom', fit: 'Fit', percent: (percent: number) => `${percent}%` },
  review: {
    accept: 'Accept',
    reject: 'Reject',
    acceptOf: (story: string) => `Accept ${story}`,
    rejectOf: (story: string) => `Reject ${story}`,
    elsewhere: 'Decisions are made where this version is compared with what it is based on.',
    open: 'Open that comparison',
    acceptAll: 'Accept all',
    rejectAll: 'Reject all',
    undo: 'Undo',
    undoOf: (story: string) => `Undo the decision about ${story}`,
    /** Before somebody takes back what another person decided. */
    confirmUndo: {
      accepted: (by: string) => `${by} accepted this story. Undoing that opens it for review again.`,
      rejected: (by: string) => `${by} rejected this story. Undoing that opens it for review again.`,
    },
    why: 'Why (optional)',
    confirmAll: (stories: number) =>
      `This decides about ${plural(stories, { one: '# story', other: '# stories' })} on this branch, for as long as their pictures stay the same.`,
    decide: {
      accepted: (stories: number) => `Accept ${plural(stories, { one: '# story', other: '# stories' })}`,
      rejected: (stories: number) => `Reject ${plural(stories, { one: '# story', other: '# stories' })}`,
    },
    /** Who decided otherwise, where all are to be accepted or rejected. */
    others: {
      accepted: (people: People) => `${sayWho(people, 'rejected')} ${unlessReplaced}`,
      rejected: (people: People) => `${sayWho(people, 'accepted')} ${unlessReplaced}`,
    },
    replaceOthers: 'Replace these decisions',
    allByOthers: 'Others have decided about all of them. Tick the box to replace their decisions.',
    leftToNewer: (stories: number) =>
      plural(stories, {
        one: '# story was left as it is: a newer version of this branch has another picture of it, and somebody has decided about that one.',
        other:
          '# stories were left as they are: a newer version of this branch has other pictures of them, and somebody has decided about those.',
      }),
    accepted: (by: ReactNode, at: ReactNode) => sentence`Accepted by ${by} ${at}`,
    rejected: (by: ReactNode, at: ReactNode) => sentence`Rejected by ${by} ${at}`,
    progress: ({ rejected, accepted, toReview }: Progress, all: number) => {
      const parts = [
        rejected > 0 && `${formatNumber(rejected)} rejected`,
        accepted > 0 && `${formatNumber(accepted)} accepted`,
        toReview > 0 && `${formatNumber(toReview)} to review`,
      ]
      return `${parts.filter(Boolean).join(', ')} of ${formatNumber(all)}.`
    },
    allAccepted: (stories: number) =>
      stories === 1 ? 'It is accepted.' : `All ${formatNumber(stories)} are accepted.`,
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
    replyToThread: 'Reply to this thread',
    deleted: 'Deleted comment',
    deletion: {
      button: 'Delete',
      mine: 'Delete my comment',
      of: (author: string) => `Delete the comment by ${author}`,
      action: 'Delete Comment',
      question: 'Are you sure you want to delete this comment? Replies to it stay.',
      questionOf: (author: string) =>
        `Are you sure you want to delete the comment by ${author}? Replies to it stay. The audit log records that you deleted it.`,
      failed: 'The comment was not deleted',
    },
    onVersion: (version: string) => `on version ${version.slice(0, 7)}`,
    others: 'Comments on other stories',
    failed: 'The comment was not saved',
    missing: 'Write something first',
  },
}
