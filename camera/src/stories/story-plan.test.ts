import { expect, test } from 'vitest'

import { storyPlan, usualPlan } from './story-plan.ts'

test('a story that says nothing is shown once, at the usual size', () => {
  expect(storyPlan(undefined)).toEqual(usualPlan)
  expect(storyPlan({ chromatic: {} }).variants).toEqual(usualPlan.variants)
})

test('parameters of Chromatic are honoured', () => {
  const plan = storyPlan({
    chromatic: {
      disableSnapshot: true,
      delay: 300,
      diffThreshold: 0.2,
      ignoreSelectors: ['.clock'],
      cropToViewport: true,
      forcedColors: 'active',
      prefersReducedMotion: 'no-preference',
      viewports: [320, 1200],
    },
  })
  expect(plan).toMatchObject({ isSkipped: true, delayMs: 300, threshold: 0.2, isCroppedToViewport: true })
  expect(plan.ignoredSelectors).toContain('.clock')
  expect(plan.variants.map(({ name, viewport }) => [name, viewport.width])).toEqual([
    ['320px', 320],
    ['1200px', 1200],
  ])
  expect(plan.variants[0]?.media).toEqual({
    colourScheme: 'light',
    forcedColours: true,
    reducedMotion: false,
  })
})

test('modes set viewports, by size or by name, and globals', () => {
  const { variants } = storyPlan({
    chromatic: {
      modes: {
        phone: { viewport: 'small', theme: 'dark' },
        wide: { viewport: { width: 1600, height: 900 } },
        narrow: { viewport: 400 },
        off: { disable: true },
      },
    },
    viewports: { small: { styles: { width: '320px', height: '568px' } } },
  })
  expect(variants).toMatchObject([
    { name: 'phone', viewport: { width: 320, height: 568 }, globals: 'theme:dark' },
    { name: 'wide', viewport: { width: 1600, height: 900 }, globals: '' },
    { name: 'narrow', viewport: { width: 400, height: 800 } },
  ])
})

test('wrong values count as absent, and every number has a limit', () => {
  const plan = storyPlan({
    chromatic: {
      delay: 9e9,
      diffThreshold: 'much',
      viewports: Array.from({ length: 50 }, (_, i) => 320 + i),
      ignoreSelectors: [1],
      disable: 'yes',
    },
  })
  expect(plan).toMatchObject({ isSkipped: false, delayMs: 15_000, threshold: undefined })
  expect(plan.variants).toHaveLength(4)
  expect(storyPlan({ chromatic: { viewports: [1e9] } }).variants).toEqual(usualPlan.variants)
  expect(storyPlan({ chromatic: 7 })).toEqual(usualPlan)
})

test('globals cannot leave their part of the address', () => {
  const { variants } = storyPlan({
    chromatic: { modes: { evil: { 'a&id=x': '1', theme: 'dark&id=y', ok: 'en-US' } } },
  })
  expect(variants[0]?.globals).toBe('ok:en-US')
})

test('variants of the same name are one', () => {
  const { variants } = storyPlan({ chromatic: { viewports: [320, 320, 320.2, 800], modes: { '800px': {} } } })
  expect(variants.map(({ name }) => name)).toEqual(['800px', '320px'])
})
