// @module-tag long
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { filesOf, hasSharedData, sharedData } from '../../server/src/testing/builds.ts'
import { reportSkipped } from '../../server/src/testing/report-skipped.ts'
import { aViteBuild } from '../../server/src/testing/vite-build.ts'
import { chromiumForTests } from './testing/chromium-for-tests.ts'
import { compareBuilds, differing } from './testing/compare-builds.ts'
import type { Compared } from './testing/compare-builds.ts'
import { zippedBuild } from './testing/zipped-build.ts'

const toLaunch = chromiumForTests()
if (!hasSharedData) reportSkipped('no pictures of real builds are taken: the test data is missing')

const compare = (...[pair]: [Parameters<typeof compareBuilds>[1]]): Promise<Compared[]> =>
  toLaunch ? compareBuilds(toLaunch, pair) : Promise.resolve([])

const withoutPicture = (results: readonly Compared[]) =>
  results.filter(({ before, after }) => 'none' in before || 'none' in after).map(({ story }) => story)

describe.skipIf(!toLaunch)('the same build, twice', () => {
  test
    .skipIf(!hasSharedData)
    .each(filesOf('storybooks', '.zip').filter((name) => !/nested|macos/.test(name)))(
    '%s looks the same in every second story',
    { timeout: 300_000 },
    async (name) => {
      const build = zippedBuild(readFileSync(join(sharedData, 'storybooks', name)))
      // Those of Storybook 9 and 10 have the same stories: what one leaves out, the other shows.
      const first = Number(/\d+/.exec(name)) % 2
      const stories = build.stories.filter((_, index) => index % 2 === first)
      const results = await compare({ before: build, after: build, stories })
      expect(results).toHaveLength(stories.length)
      expect(withoutPicture(results)).toEqual([])
      expect(differing(results)).toEqual([])
      // Pictures are equal at the first attempt: nothing is called unstable to hide that.
      expect(results.filter(({ isUnstable }) => isUnstable)).toEqual([])
    },
  )
})

const ownBuild = (name: string) => new URL(`../../web/.storybook/dist/${name}.zip`, import.meta.url)
const hasOwnBuilds = existsSync(ownBuild('early')) && existsSync(ownBuild('whole'))
if (!hasOwnBuilds) reportSkipped('no pictures of the portal’s own Storybook are taken: it is not built')

test.skipIf(!toLaunch || !hasOwnBuilds)(
  'the portal’s own Storybook looks the same after another build of the same source',
  { timeout: 300_000 },
  async () => {
    const [before, after] = ['early', 'whole'].map((name) => zippedBuild(readFileSync(ownBuild(name))))
    if (!before || !after) throw new Error('There are no builds.')
    const stories = before.stories.filter((_, index) => index % 4 === 0)
    const results = await compare({ before, after, stories })
    expect(results.length).toBeGreaterThan(10)
    expect(withoutPicture(results)).toEqual([])
    expect(differing(results)).toEqual([])
  },
)

const button = (style: string, markup = 'Save') =>
  zippedBuild(
    aViteBuild(
      {
        Button: {
          markup: `<button style="padding:12px 24px;${style}">${markup}</button>`,
          stories: ['Primary'],
        },
      },
      { isShown: true },
    ),
  )

describe.skipIf(!toLaunch)('a small change is found', () => {
  const blue = 'background:#2563eb;color:#fff;border:0;font-size:14px'
  test.each([
    [
      'another blue, to which usual thresholds are blind',
      'background:#1d4ed8;color:#fff;border:0;font-size:14px',
    ],
    ['a colour that differs by one', 'background:#2563ec;color:#fff;border:0;font-size:14px'],
    ['a pixel to the side', `${blue};margin-left:1px;margin-right:-1px`],
    ['text that is half a pixel larger', 'background:#2563eb;color:#fff;border:0;font-size:14.5px'],
  ])('%s', async (_, changed) => {
    const before = button(blue)
    const results = await compare({ before, after: button(changed), stories: before.stories })
    expect(differing(results)).toEqual(before.stories)
    expect(results[0]?.difference?.pixels).toBeGreaterThan(0)
  })

  test.skipIf(!hasSharedData)('a colour that differs by one in a real build, and only there', async () => {
    const css = 'button { background-color: #2563ec !important }'
    const zip = readFileSync(join(sharedData, 'storybooks/sb9-react-vite.zip'))
    const [before, after] = [
      zippedBuild(zip),
      zippedBuild(zip, { 'iframe.html': (page) => page.replace('</head>', `<style>${css}</style></head>`) }),
    ]
    const stories = ['actions-button--primary', 'display-badge--new']
    expect(differing(await compare({ before, after, stories }))).toEqual(['actions-button--primary'])
  })
})

/** Answered later than a page takes to be drawn, as a mocked service answers on a busy machine. */
const asking = (ask: string) =>
  button(
    '',
    `<p>Loading</p><img hidden src="data:," onerror="${ask}.then((text) => { document.querySelector('p').textContent = text })">`,
  )
const answerAfter = 300

test.skipIf(!toLaunch).each([
  ['fetch', "fetch('answer.json').then((answer) => answer.json()).then(({ name }) => name)"],
  [
    'fetch, one after another',
    "fetch('answer.json').then((answer) => answer.text()).then(() => fetch('answer.json?2')).then(() => 'A longer name')",
  ],
  [
    'XMLHttpRequest',
    "new Promise((resolve) => { const request = new XMLHttpRequest(); request.open('GET', 'answer.json'); request.onload = () => resolve('A longer name'); request.send() })",
  ],
])('a story is shown with what it asked for by %s', async (_, ask) => {
  const build = asking(ask)
  const answered = {
    ...build,
    findFile: async (path: string) => {
      if (!path.endsWith('answer.json')) return build.findFile(path)
      await pause(answerAfter)
      return { body: Buffer.from(JSON.stringify({ name: 'A longer name' })), type: 'application/json' }
    },
  }
  const shown = button('', '<p>A longer name</p>')
  const results = await compare({ before: shown, after: answered, stories: build.stories })
  expect(results.map(({ isUnstable }) => isUnstable)).toEqual([false])
  expect(differing(results)).toEqual([])
})

test.skipIf(!toLaunch)('a story whose answer never comes is shown as it is meanwhile', async () => {
  const build = asking("fetch('answer.json')")
  const findFile: typeof build.findFile = (path) =>
    path.endsWith('answer.json') ? new Promise(() => {}) : build.findFile(path)
  const loading = { ...build, findFile }
  const results = await compare({
    before: button('', '<p>Loading</p>'),
    after: loading,
    stories: build.stories,
  })
  expect(differing(results)).toEqual([])
})

/** Something on the page is different all the time. */
const restless =
  '<script>setInterval(() => { for (const p of document.querySelectorAll("p")) p.textContent = performance.now() + crypto.randomUUID() }, 5)</script>'

test.skipIf(!toLaunch)('a story that looks different each time is unstable, and not reported', async () => {
  const build = button('', '<p></p>')
  const findFile: typeof build.findFile = async (path) => {
    const file = await build.findFile(path)
    return file && path === '/iframe.html'
      ? { ...file, body: Buffer.from(String(file.body) + restless) }
      : file
  }
  const noisy = { ...build, findFile }
  const results = await compare({ before: noisy, after: noisy, stories: build.stories })
  expect(results.map(({ isUnstable, difference }) => [isUnstable, difference])).toEqual([[true, null]])
})
