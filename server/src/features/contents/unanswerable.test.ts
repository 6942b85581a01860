import { compareVersions } from '@plinth/contract/compare.ts'
import { getComponent, getContents } from '@plinth/contract/contents.ts'
import { getVersion } from '@plinth/contract/versions.ts'
import { afterEach, expect, test, vi } from 'vitest'

import { queryThreads } from '../../contents/contents-pool.ts'
import type { ContentsTask } from '../../contents/contents-tasks.ts'
import { aStorybookZip } from '../../testing/builds.ts'
import { aStorybook, refusal } from '../../testing/publishing.ts'

afterEach(() => vi.restoreAllMocks())

const tooComplex = { problem: { code: 'contents_too_complex', status: 409 } }
const lost = { kind: 'failed', message: 'a thread ended with code 1', hasEndedThread: true } as const

/** The first questions of this kind end the thread; what is done in the background does not. */
function endThread(kind: ContentsTask['kind'], times = 1) {
  const { run } = queryThreads
  const asked: ContentsTask[] = []
  vi.spyOn(queryThreads, 'run').mockImplementation(async (accountId, task, signal) => {
    if (task.kind !== kind) return run(accountId, task, signal)
    asked.push(task)
    return asked.length <= times ? lost : run(accountId, task, signal)
  })
  return asked
}

async function aReadVersion() {
  const storybook = await aStorybook()
  const publishAndRead = () => storybook.publishAndRead(aStorybookZip())
  const version = await publishAndRead()
  return { ...storybook, params: { ...storybook.params, version }, publishAndRead }
}

test('a question that ends the thread gets a problem, and is not asked again', async () => {
  const { call, params } = await aReadVersion()
  const asked = endThread('list')
  await expect(refusal(call(getContents, { params }))).resolves.toMatchObject(tooComplex)
  await expect(refusal(call(getContents, { params }))).resolves.toMatchObject(tooComplex)
  expect(asked).toHaveLength(1)
})

test('a question that ends the thread keeps nobody from asking others about the same version', async () => {
  const { call, params } = await aReadVersion()
  const pageOf = (component: string) => call(getComponent, { params: { ...params, component } })
  endThread('describe component')
  await expect(refusal(pageOf('button'))).resolves.toMatchObject(tooComplex)
  await expect(refusal(pageOf('button'))).resolves.toMatchObject(tooComplex)
  expect(await pageOf('card')).toMatchObject({ id: 'card' })
  expect(await call(getContents, { params })).toMatchObject({ state: 'ready' })
})

test('a version about which every question ends the thread is left alone, whatever is asked', async () => {
  const { call, params } = await aReadVersion()
  const asked = endThread('describe component', 100)
  for (let i = 0; i < 6; i++) {
    const page = call(getComponent, { params: { ...params, component: `component-${i}` } })
    await expect(refusal(page)).resolves.toMatchObject(tooComplex)
  }
  expect(asked).toHaveLength(3)
})

test('two versions whose comparison ends the thread are not compared again; others are', async () => {
  const { call, params, publishAndRead } = await aReadVersion()
  const to = await publishAndRead()
  const range = { params, query: { from: params.version, to } }
  const asked = endThread('compare')
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
