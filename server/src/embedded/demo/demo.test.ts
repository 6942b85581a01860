import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { listAccounts } from '@plinth/contract/accounts.ts'
import { deleteStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { listVersions } from '@plinth/contract/versions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { aStorybookZip } from '../../testing/builds.ts'
import { callAs, testPortal } from '../../testing/test-app.ts'
import { publishDemoStorybook } from './publish-storybook.ts'
import { demoCast, demoPeople, seedDemo } from './seed.ts'

let builds = ''

beforeAll(async () => {
  builds = await mkdtemp(join(tmpdir(), 'plinth-demo-'))
})
afterAll(() => rm(builds, { recursive: true, force: true }))

const publish = async () => publishDemoStorybook((await testPortal()).services, builds)

async function asOwner() {
  const [owner] = demoPeople
  if (!owner) throw new Error('the demo has no people')
  const call = await callAs(owner)
  const [account] = await call(listAccounts)
  return { call, params: { account: account?.publicId ?? '' } }
}

// These tests build on each other, in this order.

test('a portal without the demo gets no demo Storybook', async () => {
  await writeFile(join(builds, 'early.zip'), aStorybookZip({ label: 'early' }))
  await writeFile(join(builds, 'whole.zip'), aStorybookZip({ label: 'whole' }))
  await expect(publish()).resolves.toBe(false)
  await rm(join(builds, 'whole.zip'))
})

test('the demo works without its Storybook while that is not built', async () => {
  await seedDemo((await testPortal()).db, demoCast({ isPublicDemo: false }))
  await expect(publish()).resolves.toBe(false)
  const { call, params } = await asOwner()
  await expect(call(listStorybooks, { params })).resolves.toEqual([])
})

test('once built, the demo Storybook is published in two versions', async () => {
  await writeFile(join(builds, 'whole.zip'), aStorybookZip({ label: 'whole' }))
  await expect(publish()).resolves.toBe(true)
  const { call, params } = await asOwner()
  const [storybook, ...others] = await call(listStorybooks, { params })
  expect(others).toEqual([])
  expect(storybook).toMatchObject({ title: 'Plinth components', versionCount: 2 })
  const versions = await call(listVersions, {
    params: { ...params, storybook: storybook?.publicId ?? '' },
  })
  expect(versions).toMatchObject([
    { message: expect.stringContaining('All parts'), branch: 'main', createdBy: 'Olivia Owner' },
    { message: expect.stringContaining('The shell') },
  ])
})

test('the next start publishes nothing, even if somebody deleted it', async () => {
  await expect(publish()).resolves.toBe(false)
  const { call, params } = await asOwner()
  const [storybook] = await call(listStorybooks, { params })
  await call(deleteStorybook, { params: { ...params, storybook: storybook?.publicId ?? '' } })
  await expect(publish()).resolves.toBe(false)
  await expect(call(listStorybooks, { params })).resolves.toEqual([])
})
