import type { Comment } from '@plinth/contract/comments.ts'
import { listComments } from '@plinth/contract/comments.ts'
import {
  choosePicture,
  findThumbnails,
  getComparedPictures,
  openPictures,
  requestComparedPictures,
} from '@plinth/contract/pictures.ts'
import type {
  ComparedPictures,
  FoundThumbnail,
  PictureComparison,
  PictureFile,
  WaitsFor,
} from '@plinth/contract/pictures.ts'

import { hoursAgo, version } from './examples.ts'
import { answer } from './fake-fetch.ts'
import type { Answer } from './fake-fetch.ts'

/** One drawing with several pictures, of which the end of its address shows one. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="96" viewBox="0 0 240 96">
<style>g { display: none } g:target { display: block }</style>
<rect width="240" height="96" fill="#fff"/>
<g id="/before"><rect x="16" y="24" width="120" height="48" rx="6" fill="#2563eb"/><text x="76" y="54" fill="#fff" font-family="sans-serif" font-size="16" text-anchor="middle">Save</text></g>
<g id="/after"><rect x="16" y="24" width="136" height="48" rx="12" fill="#1d4ed8"/><text x="84" y="54" fill="#fff" font-family="sans-serif" font-size="16" text-anchor="middle">Save</text></g>
<g id="/difference"><rect x="16" y="24" width="136" height="48" rx="12" fill="#e03131"/></g>
</svg>`

const picturesSession = {
  baseUrl: `data:image/svg+xml,${encodeURIComponent(drawing)}#`,
  ticketUrl: '/picture-session',
  ticket: 'ticket',
  sessionSeconds: 3600,
}

const file = (sha256: 'before' | 'after' | 'difference'): PictureFile => ({ sha256, width: 240, height: 96 })

/** Where the pictures of the examples are. */
export const examplePictures = picturesSession.baseUrl

/** A story that has become wider and taller, and another that has become narrower. */
export const grown = {
  before: file('before'),
  after: { ...file('after'), width: 480, height: 240 },
  difference: { ...file('difference'), width: 480, height: 240 },
}
export const narrowed = {
  before: { ...file('before'), width: 480 },
  after: { ...file('after'), height: 240 },
  difference: { ...file('difference'), width: 480, height: 240 },
}

export const different: ComparedPictures = {
  story: 'actions-button--primary',
  title: 'Actions/Button',
  name: 'Primary',
  variant: '',
  verdict: 'different',
  before: file('before'),
  after: file('after'),
  difference: file('difference'),
  pixels: 6528,
  visiblePixels: 4100,
  isBarelyVisible: false,
  review: null,
}

export const broken: ComparedPictures = {
  ...different,
  story: 'actions-button--disabled',
  name: 'Disabled',
  verdict: 'broken',
  after: null,
  difference: null,
  pixels: null,
  visiblePixels: null,
}

const same: ComparedPictures = {
  ...different,
  story: 'actions-button--danger',
  name: 'Danger',
  verdict: 'same',
  after: file('before'),
  difference: null,
  pixels: null,
  visiblePixels: null,
}

export const pictureComparison: PictureComparison = {
  state: 'ready',
  hasCamera: true,
  obstacle: null,
  gaveUpBecause: null,
  requiresReview: true,
  counts: {
    changedInCode: 5,
    compared: 5,
    lookDifferent: 3,
    lookSame: 1,
    unstable: 1,
    notSeen: 0,
    leftOut: 0,
    toReview: 2,
    accepted: 1,
    rejected: 0,
  },
  stories: [
    different,
    broken,
    {
      ...different,
      story: 'actions-button--small',
      name: 'Small',
      variant: '320px',
      pixels: 12,
      visiblePixels: 0,
      review: {
        decision: 'accepted',
        comment: 'As agreed with the design team.',
        by: 'Ada Lindqvist',
        isMine: false,
        at: hoursAgo(1),
      },
    },
    same,
    { ...same, story: 'actions-button--clock', name: 'Clock', verdict: 'unstable' },
  ],
}

export const noPictures: PictureComparison = {
  state: 'none',
  hasCamera: false,
  obstacle: 'noCamera',
  gaveUpBecause: null,
  requiresReview: false,
  counts: {
    changedInCode: 0,
    compared: 0,
    lookDifferent: 0,
    lookSame: 0,
    unstable: 0,
    notSeen: 0,
    leftOut: 0,
    toReview: 0,
    accepted: 0,
    rejected: 0,
  },
  stories: [],
}

const comment: Comment = {
  id: 1,
  parentId: null,
  story: different.story,
  versionPublicId: version.publicId,
  branch: 'main',
  author: 'Ada Lindqvist',
  isMine: false,
  body: 'Is the larger radius intended? The tokens still say 6 px.',
  isDeleted: false,
  createdAt: hoursAgo(3),
  resolvedAt: null,
  resolvedBy: null,
}

export const comments: Comment[] = [
  comment,
  {
    ...comment,
    id: 2,
    parentId: 1,
    author: 'Tom Miller',
    isMine: true,
    body: 'Yes, the tokens follow.',
    createdAt: hoursAgo(2),
  },
]

const session: Answer[] = [
  answer(openPictures, picturesSession),
  {
    endpoint: { method: 'POST', path: '/picture-session' },
    respond: async () => new Response(null, { status: 204 }),
  },
]

export const pictureAnswers = (comparison: PictureComparison, said: Comment[] = []): Answer[] => [
  ...session,
  answer(getComparedPictures, comparison),
  answer(requestComparedPictures, comparison),
  answer(listComments, said),
]

const thumbnail: FoundThumbnail = {
  state: 'ready',
  waitsFor: null,
  files: { single: file('after'), double: file('after') },
  story: different.story,
  isChosen: false,
}

const noThumbnail: FoundThumbnail = { ...thumbnail, state: 'none', files: null, story: null }

const allThumbnails = (found: FoundThumbnail): Answer[] => [
  ...session,
  answer(
    findThumbnails,
    Array.from({ length: 200 }, () => found),
  ),
  answer(choosePicture, undefined),
]

/** Every thumbnail is there. */
export const thumbnailAnswers = allThumbnails(thumbnail)

/** Somebody chose the story that every thumbnail shows. */
export const chosenThumbnails = allThumbnails({ ...thumbnail, isChosen: true })

/** Every thumbnail waits. */
export const waitingThumbnails = (waitsFor: WaitsFor) =>
  allThumbnails({ ...noThumbnail, state: 'waiting', waitsFor })

/** A portal without a camera. */
export const withoutPictures: Answer[] = [
  answer(findThumbnails, []),
  answer(getComparedPictures, noPictures),
  answer(listComments, []),
]
