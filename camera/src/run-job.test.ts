import type { CameraJob } from '@plinth/contract/camera.ts'
import { expect, test } from 'vitest'

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

const run = (portal: Portal, signal = new AbortController().signal) => {
  if (!toLaunch) throw new Error('There is no Chromium.')
  return runJob(job, { portal, ...toLaunch, log: () => {} }, signal)
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

test.skipIf(!toLaunch)('a build that the portal cannot give out is not photographed without it', async () => {
  const { portal, results, ends } = aPortal((_job, _side, path) =>
    path.endsWith('.js') ? Promise.reject(new Error('no answer')) : build.findFile(`/${path}`),
  )
  expect(await run(portal)).toBe('failed')
  expect(results()).toEqual([])
  expect(ends()).toEqual(['failed'])
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
