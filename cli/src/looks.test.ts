import type { PictureComparison } from '@plinth/contract/pictures.ts'
import { describe, expect, test } from 'vitest'

import { Failure } from './failure.ts'
import { parseCommandLine } from './flags.ts'
import { describeLooks, findLooks, isKnown, picturesWaitMs } from './looks.ts'

const none = {
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

const looksOf = (
  counts: Partial<PictureComparison['counts']>,
  more: Partial<PictureComparison> = {},
): PictureComparison => ({
  state: 'ready',
  hasCamera: true,
  obstacle: null,
  gaveUpBecause: null,
  requiresReview: true,
  stories: [],
  ...more,
  counts: { ...none, ...counts },
})

test('how it looks is said in a few words', () => {
  expect(describeLooks(looksOf({ changedInCode: 12, lookDifferent: 4 }))).toBe(
    '12 changed in code, 4 look different',
  )
  expect(describeLooks(looksOf({ changedInCode: 2, lookDifferent: 1, unstable: 1 }))).toBe(
    '2 changed in code, 1 looks different, 1 unstable',
  )
  expect(describeLooks(looksOf({ changedInCode: 3, lookSame: 1, unstable: 1, notSeen: 2 }))).toBe(
    '3 changed in code, 0 look different, 1 unstable, 1 without pictures',
  )
  const unseen = looksOf({ changedInCode: 1, compared: 1, notSeen: 1 })
  expect(describeLooks(unseen)).toBe('1 changed in code, 1 without pictures')
  expect(isKnown(unseen)).toBe(false)
  expect(describeLooks(looksOf({ changedInCode: 3500, leftOut: 500 }))).toBe(
    '3500 changed in code, 0 look different, 500 not compared',
  )
  expect(describeLooks(looksOf({ leftOut: null }))).toBe(
    '0 changed in code, 0 look different, not all stories are known',
  )
})

describe('nothing is said about stories that have not been compared', () => {
  const eight = { changedInCode: 8 }
  const some = { ...eight, compared: 3, lookDifferent: 1 }
  test.each<[string, PictureComparison]>([
    ['not compared yet (0 of 8)', looksOf(eight, { state: 'waiting' })],
    ['3 of 8 compared, 1 looks different so far', looksOf(some, { state: 'waiting' })],
    [
      'not compared yet (0 of 8): no camera is running',
      looksOf(eight, { state: 'waiting', obstacle: 'cameraGone' }),
    ],
    ['not compared: no camera has been set up', looksOf({}, { state: 'none', obstacle: 'noCamera' })],
    ['gave up: the camera failed', looksOf(eight, { state: 'failed', gaveUpBecause: 'cameraFailed' })],
    [
      '3 of 8 compared, 1 looks different so far; gave up: the build crashed the browser',
      looksOf(some, { state: 'failed', gaveUpBecause: 'crashed' }),
    ],
  ])('%s', (words, looks) => {
    expect(describeLooks(looks)).toBe(words)
  })
})

const portal = (first: PictureComparison, ...later: PictureComparison[]) => ({
  requestPictures: async () => first,
  getPictures: async () => later.shift() ?? first,
})

const waits = (args: string[], isPullRequest = false) =>
  picturesWaitMs(
    parseCommandLine(args, {}),
    isPullRequest ? { number: '1', targetBranch: 'main', isFromFork: false } : undefined,
  )

describe('pictures are waited for', () => {
  const query = { account: 'a', storybook: 's', from: 'v1', to: 'v2' }

  test('until they are taken', async () => {
    const waiting = looksOf({}, { state: 'waiting' })
    const ready = looksOf({ changedInCode: 1 })
    expect(await findLooks(portal(waiting, ready), { ...query, waitMs: 10_000 })).toBe(ready)
  })

  test('not longer than asked for', async () => {
    const waiting = looksOf({}, { state: 'waiting' })
    expect(await findLooks(portal(waiting), { ...query, waitMs: 0 })).toBe(waiting)
  })

  test('not without a camera, and a failure is no failure of publishing', async () => {
    const waiting = looksOf({}, { state: 'waiting', hasCamera: false, obstacle: 'cameraGone' })
    expect(await findLooks(portal(waiting, looksOf({})), { ...query, waitMs: 10_000 })).toBe(waiting)
    const broken = {
      requestPictures: () => Promise.reject(new Failure('unexpected', 'broken')),
      getPictures: () => Promise.reject(new Failure('unexpected', 'broken')),
    }
    expect(await findLooks(broken, { ...query, waitMs: 10_000 })).toBeUndefined()
  })

  test('longer in pull requests', () => {
    expect([waits([]), waits([], true), waits(['--pictures-wait', '7'])]).toEqual([30_000, 120_000, 7000])
    expect(() => waits(['--pictures-wait', 'soon'])).toThrow('--pictures-wait must be a number of seconds')
  })
})
