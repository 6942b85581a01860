import { compareVersions } from '@plinth/contract/compare.ts'
import { getContents } from '@plinth/contract/contents.ts'
import { getVersion } from '@plinth/contract/versions.ts'
import { afterEach, expect, test, vi } from 'vitest'

import { queryPool } from '../../contents/contents-pool.ts'
import { aStorybookZip } from '../../testing/builds.ts'
import { aStorybook, refusal } from '../../testing/publishing.ts'

afterEach(() => vi.restoreAllMocks())

const tooComplex = { problem: { code: 'contents_too_complex', status: 409 } }
const lost = { kind: 'failed', message: 'a thread ended with code 1', hasEndedThread: true } as const

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
  const run = vi.spyOn(queryPool, 'run').mockResolvedValueOnce(lost)
  await expect(refusal(call(getContents, { params }))).resolves.toMatchObject(tooComplex)
  await expect(refusal(call(getContents, { params }))).resolves.toMatchObject(tooComplex)
  expect(run).toHaveBeenCalledTimes(1)
})

test('two versions whose comparison ends the thread are not compared again; others are', async () => {
  const { call, params, publish } = await aReadVersion()
  const { versionPublicId: to } = await publish(aStorybookZip())
  const range = { params, query: { from: params.version, to } }
  vi.spyOn(queryPool, 'run').mockResolvedValueOnce(lost)
  await expect(refusal(call(compareVersions, range))).resolves.toMatchObject(tooComplex)
  await expect(refusal(call(compareVersions, range))).resolves.toMatchObject(tooComplex)
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
