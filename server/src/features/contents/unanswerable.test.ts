import { compareVersions } from '@plinth/contract/compare.ts'
import { getContents } from '@plinth/contract/contents.ts'
import { getVersion } from '@plinth/contract/versions.ts'
import { afterEach, expect, test, vi } from 'vitest'

import { queryPool } from '../../contents/contents-pool.ts'
import type { ContentsTask } from '../../contents/contents-tasks.ts'
import { aStorybookZip } from '../../testing/builds.ts'
import { aStorybook, refusal } from '../../testing/publishing.ts'

afterEach(() => vi.restoreAllMocks())

const tooComplex = { problem: { code: 'contents_too_complex', status: 409 } }
const lost = { kind: 'failed', message: 'a thread ended with code 1', hasEndedThread: true } as const

/** The thread ends at the first question of a kind; what is done in the background is not a question. */
function endThreadAt(kind: ContentsTask['kind']) {
  const { run } = queryPool
  const asked: ContentsTask[] = []
  vi.spyOn(queryPool, 'run').mockImplementation((task, signal) => {
    if (task.kind !== kind) return run(task, signal)
    asked.push(task)
    return asked.length === 1 ? Promise.resolve(lost) : run(task, signal)
  })
  return asked
}

async function aReadVersion() {
  const storybook = await aStorybook()
  const { versionPublicId: version } = await storybook.publish(aStorybookZip())
  const params = { ...storybook.params, version }
  const find = () => storybook.call(getVersion, { params })
  await expect.poll(async () => (await find()).contents).toBe('ready')
  return { ...storybook, params, find }
}

test('a question that ends the thread gets a problem, and is not asked again', async () => {
  const { call, params } = await aReadVersion()
  const asked = endThreadAt('list')
  await expect(refusal(call(getContents, { params }))).resolves.toMatchObject(tooComplex)
  await expect(refusal(call(getContents, { params }))).resolves.toMatchObject(tooComplex)
  expect(asked).toHaveLength(1)
})

test('two versions whose comparison ends the thread are not compared again; others are', async () => {
  const { call, params, publish } = await aReadVersion()
  const { versionPublicId: to } = await publish(aStorybookZip())
  const range = { params, query: { from: params.version, to } }
  const asked = endThreadAt('compare')
  await expect(refusal(call(compareVersions, range))).resolves.toMatchObject(tooComplex)
  await expect(refusal(call(compareVersions, range))).resolves.toMatchObject(tooComplex)
  expect(asked).toHaveLength(1)
  const reverse = { params, query: { from: to, to: params.version } }
  expect(await call(compareVersions, reverse)).toMatchObject({ from: { publicId: to } })
})

test('a build that does not list its stories has no contents, rather than none that changed', async () => {
  const { call, params, publish } = await aStorybook()
  const withoutIndex = aStorybookZip({ files: { 'index.json': '{}' } })
  const { versionPublicId: version } = await publish(withoutIndex)
  const find = () => call(getVersion, { params: { ...params, version } })
  await expect.poll(async () => (await find()).contents).toBe('none')
  expect(await find()).toMatchObject({ kind: 'storybook', storyCount: null, changes: null })
})
