import { expect, test } from 'vitest'

import { aViteBuild } from '../../../server/src/testing/vite-build.ts'
import { chromiumForTests } from '../testing/chromium-for-tests.ts'
import { compareBuilds, differing } from '../testing/compare-builds.ts'
import { zippedBuild } from '../testing/zipped-build.ts'

const toLaunch = chromiumForTests()

/** Boxes that can be seen, by what they are painted with. */
const painted = {
  Black: 'background: black',
  Orange: 'background: #ff6600',
  Translucent: 'background: rgb(255 0 0 / 10%)',
  Mixed: 'background: oklch(0.6 0.2 0)',
  Underlined: 'border-bottom: 3px solid green',
  Outlined: 'outline: 2px solid',
}
const transparent = { Plain: '', Clear: 'background: rgb(255 0 0 / 0)', Lab: 'background: oklab(1 1 1 / 0)' }
/** The style of a part of its own. */
const withPart = { Bar: 'content: ""; background: gold', Sign: 'content: "!"' }

const markups = (width: number) => {
  const size = `width: ${width}px; height: ${width}px`
  const box = (style: string) => `<div style="${size}; ${style}">Hi</div>`
  const boxes = { ...painted, ...transparent }
  const parts = Object.entries(withPart).map(
    ([name, part]) =>
      [
        name,
        `<style>p::before { ${part}; display: block; height: 9px }</style><p style="${size}">Hi</p>`,
      ] as const,
  )
  return [...Object.entries(boxes).map(([name, style]) => [name, box(style)] as const), ...parts]
}

const buildOf = (width: number) =>
  zippedBuild(
    aViteBuild(
      Object.fromEntries(markups(width).map(([name, markup]) => [name, { markup, stories: ['One'] }])),
      { isShown: true },
    ),
  )

test.skipIf(!toLaunch)(
  'whatever a story paints is in its picture, and nothing that is transparent',
  async () => {
    if (!toLaunch) return
    const [before, after] = [buildOf(100), buildOf(140)]
    const results = await compareBuilds(toLaunch, { before, after, stories: after.stories })
    const names = differing(results).map((story) => story.replace(/--one$/, ''))
    expect(names.toSorted()).toEqual(
      Object.keys({ ...painted, ...withPart })
        .map((name) => name.toLowerCase())
        .toSorted(),
    )
  },
)
