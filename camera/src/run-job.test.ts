import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { CameraJob } from '@plinth/contract/camera.ts'
import { expect, onTestFinished, test } from 'vitest'

import { aViteBuild } from '../../server/src/testing/vite-build.ts'
import { buildFiles } from './build-files.ts'
import type { Portal } from './portal.ts'
import { runJob } from './run-job.ts'
import { chromiumForTests } from './testing/chromium-for-tests.ts'
import { zippedBuild } from './testing/zipped-build.ts'

const toLaunch = chromiumForTests()
const stories = Array.from({ length: 12 }, (_, i) => `Story${i}`)
const build = zippedBuild(
  aViteBuild({ Button: { markup: '<button>Save</button>', stories } }, { isShown: true }),
)
const job: CameraJob = { kind: 'thumbnails', id: 'ajob', stories: build.stories }

/** Remembers what is delivered. */
function aPortal(file: Portal['file'] = (_job, _side, path) => build.findFile(`/${path}`)) {
  const delivered: Parameters<Portal['deliver']>[] = []
  const portal: Portal = {
    take: async () => undefined,
    file: (id, side, path) => file(id, side, path.replace(/^\/+/, '')),
    picture: () => Promise.reject(new Error('There is none.')),
    deliver: async (...delivery) => void delivered.push(delivery),
  }
  const results = () => delivered.flatMap(([, some]) => some)
  return { portal, results, ends: () => delivered.flatMap(([, , end]) => end ?? []) }
}

const run = (
  portal: Portal,
  signal = new AbortController().signal,
  chromium = toLaunch?.chromium ?? '',
  toRun = job,
) => {
  if (!toLaunch) throw new Error('There is no Chromium.')
  return runJob(toRun, { portal, ...toLaunch, chromium, log: () => {} }, signal)
}

/** Ends the browsers of this process, as a crash does. */
function crashBrowsers() {
  const profile = `plinth-camera-${process.pid}-`
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const isBrowser = () => readFileSync(`/proc/${id}/cmdline`, 'latin1').includes(profile)
    try {
      if (isBrowser()) process.kill(Number(id), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

test.skipIf(!toLaunch)('every story of a job is delivered', async () => {
  const { portal, results, ends } = aPortal()
  expect(await run(portal)).toBe('done')
  expect(results().map((result) => [result.story, 'pictures' in result && result.pictures !== null])).toEqual(
    build.stories.map((story) => [story, true]),
  )
  expect(ends()).toEqual(['done'])
})

test.skipIf(!toLaunch)('what is left when the camera is stopped is not said to fail', async () => {
  const stopping = new AbortController()
  const { portal, results, ends } = aPortal()
  let files = 0
  const stopped: Portal = {
    ...portal,
    file: (...args) => {
      files += 1
      if (files === 3) stopping.abort()
      return portal.file(...args)
    },
  }
  expect(await run(stopped, stopping.signal)).toBe('stopped')
  expect(results().filter((result) => 'pictures' in result && result.pictures === null)).toEqual([])
  expect(ends()).toEqual(['stopped'])
})

test.skipIf(!toLaunch)(
  'a build that the portal cannot give out is not photographed without it',
  { tags: ['long'] },
  async () => {
    const { portal, results, ends } = aPortal((_job, _side, path) =>
      path.endsWith('.js') ? Promise.reject(new Error('no answer')) : build.findFile(`/${path}`),
    )
    expect(await run(portal)).toBe('failed')
    expect(results()).toEqual([])
    expect(ends()).toEqual(['failed'])
  },
)

test.skipIf(!toLaunch)('a story that shows nothing, or only an error, has no thumbnail', async () => {
  const shown = zippedBuild(
    aViteBuild(
      {
        Empty: { markup: '<div></div>', stories: ['One'] },
        Broken: {
          markup: '<img src="data:," onerror="document.body.className = `sb-show-errordisplay`"><p>Error</p>',
          stories: ['One'],
        },
        Dot: {
          markup:
            '<style>i::before { content: ""; position: fixed; inset: 9px auto auto 9px; outline: 1px solid }</style><i></i>',
          stories: ['One'],
        },
      },
      { isShown: true },
    ),
  )
  const { portal, results } = aPortal((_job, _side, path) => shown.findFile(`/${path}`))
  expect(await run(portal, undefined, undefined, { ...job, stories: shown.stories })).toBe('done')
  expect(results().map((result) => [result.story, 'pictures' in result && result.pictures !== null])).toEqual(
    [
      ['empty--one', false],
      ['broken--one', false],
      ['dot--one', true],
    ],
  )
})

test.skipIf(!toLaunch)('a crash with a build is told apart from a Chromium that does not work', async () => {
  const { portal, results, ends } = aPortal((_job, _side, path) => {
    crashBrowsers()
    return build.findFile(`/${path}`)
  })
  expect(await run(portal)).toBe('crashed')
  // The story that crashed is not shown again.
  expect(results()).toEqual([{ kind: 'thumbnail', story: build.stories[0], pictures: null }])
  expect(ends()).toEqual(['crashed'])
})

test.skipIf(!toLaunch)('a Chromium that crashes with every page is no fault of a build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-crashing-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const chromium = join(folder, 'chromium')
  writeFileSync(chromium, `#!/bin/sh\nexec ${toLaunch?.chromium} "$@"\n`)
  chmodSync(folder, 0o755)
  chmodSync(chromium, 0o755)
  const { portal, results, ends } = aPortal(() => {
    writeFileSync(chromium, '#!/bin/sh\nkill -KILL $$\n')
    crashBrowsers()
    return new Promise(() => {})
  })
  expect(await run(portal, undefined, chromium)).toBe('stopped')
  expect(results()).toEqual([])
  expect(ends()).toEqual(['stopped'])
})

test('a file is fetched once, and after a thousand that are missing none any more', async () => {
  const asked: string[] = []
  const { portal } = aPortal(async (_job, _side, path) => {
    asked.push(path)
    return path === 'there' ? { body: Buffer.from('yes'), type: 'text/plain' } : undefined
  })
  const find = buildFiles(portal, 'ajob', 'after')
  await find('/there')
  expect(String((await find('/there'))?.body)).toBe('yes')
  expect(asked).toEqual(['there'])
  for (let i = 0; i < 1200; i += 1) await find(`/missing${i}`)
  expect(asked.length).toBeLessThan(1010)
})
