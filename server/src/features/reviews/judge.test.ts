import type { PictureComparison } from '@plinth/contract/pictures.ts'
import { describe, expect, test } from 'vitest'

import { judge } from './judge.ts'
import type { KnownOfVersion } from './judge.ts'

const noCounts = {
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
}

const pictures = (
  counts: Partial<PictureComparison['counts']> = {},
  more: Partial<PictureComparison> = {},
) => ({
  state: 'ready' as const,
  hasCamera: true,
  obstacle: null,
  ...more,
  counts: { ...noCounts, ...counts },
})

const ancestor = { version: 'v0', branch: 'main', reason: 'ancestor' } as const
const ownFirstPush = { version: 'v0', branch: 'feature', reason: 'previous-of-branch' } as const

const known = (more: Partial<KnownOfVersion>): KnownOfVersion => ({
  requiresReview: true,
  version: { branch: 'feature', targetBranch: null },
  mainBranch: 'main',
  baseline: ancestor,
  contents: 'ready',
  pictures: pictures(),
  decision: null,
  ...more,
})

const accepted = { decision: 'accepted' } as const
const rejected = { decision: 'rejected' } as const
const onMain = {
  version: { branch: 'main', targetBranch: null },
  baseline: { ...ownFirstPush, branch: 'main' },
}

describe('where review is required, a version', () => {
  test.each<[string, Partial<KnownOfVersion>, string]>([
    ['passes if nothing looks different', {}, 'success nothing-to-review'],
    ['passes if all is accepted', { pictures: pictures({ accepted: 2 }) }, 'success all-accepted'],
    ['waits for decisions', { pictures: pictures({ accepted: 1, toReview: 1 }) }, 'pending to-review'],
    [
      'fails if a story is rejected',
      { pictures: pictures({ toReview: 1, rejected: 1 }) },
      'failure rejected',
    ],
    [
      'fails if a story is rejected while pictures are taken',
      { pictures: pictures({ rejected: 1 }, { state: 'waiting' }) },
      'failure rejected',
    ],
    ['waits without a baseline', { baseline: null, pictures: undefined }, 'pending no-baseline'],
    ['waits if its baseline is its own first push', { baseline: ownFirstPush }, 'pending no-baseline'],
    [
      'waits if its baseline is its own first push and no branch is the main branch',
      { baseline: ownFirstPush, mainBranch: null },
      'pending no-baseline',
    ],
    ['of the main branch is compared with the one before', onMain, 'success nothing-to-review'],
    [
      'of the main branch waits if it is to be merged into a branch without a version',
      { ...onMain, version: { branch: 'main', targetBranch: 'production' } },
      'pending no-baseline',
    ],
    ['waits while it is read', { contents: 'reading' }, 'pending reading'],
    ['waits if it cannot be read', { contents: 'none' }, 'pending unreadable'],
    [
      'waits without a camera',
      { pictures: pictures({}, { state: 'none', hasCamera: false }) },
      'pending no-camera',
    ],
    [
      'waits if the camera is gone',
      { pictures: pictures({}, { state: 'waiting', hasCamera: false }) },
      'pending no-camera',
    ],
    ['waits for pictures', { pictures: pictures({}, { state: 'waiting' }) }, 'pending taking-pictures'],
    [
      'waits until pictures are planned',
      { pictures: pictures({}, { state: 'none' }) },
      'pending taking-pictures',
    ],
    [
      'waits if the account gets no pictures at the moment',
      { pictures: pictures({}, { state: 'waiting', obstacle: 'storageFull' }) },
      'pending pictures-held-back',
    ],
    ['waits if some stories cannot be seen', { pictures: pictures({ notSeen: 1 }) }, 'pending not-seen'],
    [
      'passes if somebody accepts it where some stories cannot be seen',
      { pictures: pictures({ notSeen: 1 }), decision: accepted },
      'success version-accepted',
    ],
    [
      'waits for decisions about stories that can be seen, whatever was decided about those that cannot',
      { pictures: pictures({ notSeen: 1, toReview: 1 }), decision: accepted },
      'pending to-review',
    ],
    [
      'waits if more stories changed than are compared',
      { pictures: pictures({ leftOut: 500 }) },
      'pending not-all-compared',
    ],
    [
      'waits if not all stories are known',
      { pictures: pictures({ leftOut: null }) },
      'pending not-all-compared',
    ],
    [
      'waits if not all stories are compared, although all others are accepted',
      { pictures: pictures({ leftOut: 1, accepted: 2 }) },
      'pending not-all-compared',
    ],
    [
      'waits for decisions about stories that were compared, whatever was decided about the others',
      { pictures: pictures({ leftOut: 1, toReview: 1 }), decision: accepted },
      'pending to-review',
    ],
    [
      'passes if somebody accepts it where not all stories are compared',
      { pictures: pictures({ leftOut: null, accepted: 1 }), decision: accepted },
      'success version-accepted',
    ],
    [
      'without a branch waits if its baseline is the push before, also where no branch is the main branch',
      {
        version: { branch: null, targetBranch: null },
        mainBranch: null,
        baseline: { ...ownFirstPush, branch: null },
      },
      'pending no-baseline',
    ],
    ['waits if pictures failed', { pictures: pictures({}, { state: 'failed' }) }, 'pending pictures-failed'],
    [
      'passes if somebody accepts it where there is no baseline',
      { baseline: null, pictures: undefined, decision: accepted },
      'success version-accepted',
    ],
    [
      'fails if somebody rejects it where there is no camera',
      { pictures: pictures({}, { state: 'none', hasCamera: false }), decision: rejected },
      'failure version-rejected',
    ],
    [
      'waits for decisions about stories, whatever was decided about all of it',
      { pictures: pictures({ toReview: 1 }), decision: accepted },
      'pending to-review',
    ],
  ])('%s', (_, more, expected) => {
    const { state, because } = judge(known(more))
    expect(`${state} ${because}`).toBe(expected)
    expect(judge({ ...known(more), requiresReview: false })).toEqual({
      state: 'success',
      because: 'not-required',
    })
  })
})
