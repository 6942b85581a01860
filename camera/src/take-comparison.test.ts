import type { Side } from '@plinth/contract/camera.ts'
import { expect, test } from 'vitest'

import type { Result } from './portal.ts'
import type { Stories } from './stories/open-stories.ts'
import { storyPlan } from './stories/story-plan.ts'
import { takeComparison } from './take-comparison.ts'

test('only the variants that an earlier attempt did not deliver are taken', async () => {
  const plan = storyPlan({ chromatic: { modes: { light: {}, dark: {}, print: {} } } })
  const taken: string[] = []
  const stories: Stories = {
    plansOf: async (ids) => new Map(ids.map((id) => [id, plan])),
    takeThumbnail: async () => undefined,
    async takePicture(id, _plan, { name }) {
      taken.push(`${id} ${name}`)
      return { bytes: Buffer.from(name), width: 1, height: 1 }
    },
  }
  const results: Result[] = []
  const story = { id: 'a--b', idBefore: 'a--b', before: [], delivered: ['dark'] }
  await takeComparison(
    { kind: 'comparison', id: 'ajob', stories: [story] },
    {
      inBrowser: (_side, work) => work(stories),
      fetchPicture: () => Promise.reject(new Error('There is none.')),
      deliver: async (some) => void results.push(...some),
      onEnding: () => {},
    },
  )
  expect(new Set(taken)).toEqual(new Set(['a--b light', 'a--b print']))
  expect(results).toMatchObject([
    { variant: 'light', variants: 3 },
    { variant: 'print', variants: 3 },
  ])
})

const plan = storyPlan({})
const picture = (colour: string) => ({ bytes: Buffer.from(colour), width: 1, height: 1 })

/** What is told of a story that ends the browser when it is shown for the nth time on a side. */
async function endingOf(side: Side, nth: number): Promise<Result | undefined> {
  let ending: Result | undefined
  const shown = { before: 0, after: 0 }
  const storiesOf = (ofSide: Side): Stories => ({
    plansOf: async (ids) => new Map(ids.map((id) => [id, plan])),
    takeThumbnail: async () => undefined,
    async takePicture() {
      shown[ofSide] += 1
      if (ofSide === side && shown[ofSide] === nth) throw new Error('The browser is gone.')
      return picture(ofSide)
    },
  })
  const story = { id: 'a--b', idBefore: 'a--b', before: [] }
  await expect(
    takeComparison(
      { kind: 'comparison', id: 'ajob', stories: [story] },
      {
        inBrowser: (ofSide, work) => work(storiesOf(ofSide)),
        fetchPicture: () => Promise.reject(new Error('There is none.')),
        deliver: async () => {},
        onEnding: (result) => void (ending = result),
      },
    ),
  ).rejects.toThrow('The browser is gone.')
  return ending
}

test('of a story that ends the browser, the side that did is told', async () => {
  expect(await endingOf('before', 1)).toMatchObject({
    story: 'a--b',
    variants: 1,
    before: { none: 'failed' },
    after: { none: 'missing' },
  })
  expect(await endingOf('after', 1)).toMatchObject({ before: { picture: {} }, after: { none: 'failed' } })
})

test('a story that ends the browser when it is shown again is unstable', async () => {
  for (const side of ['before', 'after'] as const)
    expect(await endingOf(side, 2)).toMatchObject({
      before: { picture: {} },
      after: { picture: {} },
      isUnstable: true,
    })
})
