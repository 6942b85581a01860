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
