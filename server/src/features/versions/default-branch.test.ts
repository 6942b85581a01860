import { listAccountAudit } from '@plinth/contract/audit.ts'
import {
  createStorybook,
  getProposedMainBranch,
  getStorybook,
  listStorybooks,
  setMainBranch,
  updateStorybook,
} from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'
import { expect, test } from 'vitest'

import { aForm, aStorybookZip } from '../../testing/builds.ts'
import { aStorybook, refusal } from '../../testing/publishing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'

/** An empty storybook, and functions that publish a build whose script says `label` and tell what is newest. */
async function aRepository() {
  const storybook = await aStorybook()
  const { call, params, publish } = storybook
  const publishOn = async (label: string, branch: string, defaultBranch?: string) => {
    const fields = { Branch: branch, ...(defaultBranch !== undefined && { DefaultBranch: defaultBranch }) }
    const { versionPublicId } = await publish(aStorybookZip({ label }), fields)
    return versionPublicId
  }
  const find = () => call(getStorybook, { params })
  const proposed = async () => (await call(getProposedMainBranch, { params })).mainBranch
  return { ...storybook, publishOn, find, proposed }
}

/** As of a storybook that was published to before main branches were chosen automatically. */
async function forget(publicId: string) {
  const { db } = await testPortal()
  await db
    .updateTable('storybooks')
    .set({ main_branch: null, default_branch: null, has_automatic_main_branch: null })
    .where('public_id', '=', publicId)
    .execute()
}

test.each(['main', 'master', 'trunk'])('%s is the main branch, and newest everywhere', async (branch) => {
  const { account, call, params, publishOn, find } = await aRepository()
  const main = await publishOn('on main', branch)
  expect(await find()).toMatchObject({ mainBranch: branch })
  await publishOn('on feature', 'feature/x')
  expect(await find()).toMatchObject({ latest: { versionPublicId: main, branch } })
  expect(await call(listStorybooks, { params })).toMatchObject([{ latest: { versionPublicId: main } }])
  const file = { storybook: params.storybook, version: 'latest', '*': 'assets/app.js' }
  expect(Buffer.from(await call(getStorybookFile, { params: file })).toString()).toContain('on main')

  const owner = await aMember({ role: 'Owner', account })
  const [entry, ...others] = await owner.call(listAccountAudit, {
    params: { account: params.account },
    query: { action: 'storybook.changed' },
  })
  expect(entry).toMatchObject({
    actorKind: 'system',
    subject: expect.stringContaining(`main branch ${branch}`),
  })
  expect(others).toEqual([])
})

test('the default branch of the repository comes before what it is usually called', async () => {
  const { publishOn, find } = await aRepository()
  const feature = await publishOn('on feature', 'feature/x', 'develop')
  // Until something is published on it, people see what there is.
  expect(await find()).toMatchObject({ mainBranch: null, latest: { versionPublicId: feature } })
  await publishOn('on main', 'main')
  expect(await find()).toMatchObject({ mainBranch: null })
  const develop = await publishOn('on develop', 'develop', 'develop')
  await publishOn('on main again', 'main', 'main')
  expect(await find()).toMatchObject({ mainBranch: 'develop', latest: { versionPublicId: develop } })
})

test('the main branch is found when it comes after a feature branch, or after versions without one', async () => {
  const { publish, publishOn, find } = await aRepository()
  await publish(aStorybookZip({ label: 'by hand' }))
  await publishOn('on feature', 'feature/x')
  expect(await find()).toMatchObject({ mainBranch: null })
  const master = await publishOn('on master', 'master')
  expect(await find()).toMatchObject({ mainBranch: 'master', latest: { versionPublicId: master } })
})

test('a branch that was published before its repository named it is the main branch', async () => {
  const { publishOn, find } = await aRepository()
  await publishOn('on develop', 'develop')
  await publishOn('on feature', 'feature/x', 'develop')
  expect(await find()).toMatchObject({ mainBranch: 'develop' })
})

test('what a person chooses stays, also none', async () => {
  const { call, params, publishOn, find } = await aRepository()
  await publishOn('on feature', 'feature/x')
  await call(updateStorybook, { params, body: { title: 'Kit', mainBranch: 'release' } })
  await publishOn('on main', 'main', 'main')
  expect(await find()).toMatchObject({ mainBranch: 'release', latest: null })
  await call(setMainBranch, { params, body: { mainBranch: null } })
  const newest = await publishOn('on feature again', 'feature/x', 'main')
  await publishOn('on main again', 'main', 'main')
  const last = await publishOn('on feature at last', 'feature/x')
  expect(newest).not.toBe(last)
  expect(await find()).toMatchObject({ mainBranch: null, latest: { versionPublicId: last } })
  await call(updateStorybook, { params, body: { title: 'Renamed' } })
  expect(await find()).toMatchObject({ title: 'Renamed', mainBranch: null })
})

test('a storybook that is created without a main branch gets one', async () => {
  const { call, params } = await aRepository()
  const { publicId: storybook } = await call(createStorybook, {
    params,
    body: { title: 'Empty fields', description: null, folder: null, mainBranch: null },
  })
  const created = { ...params, storybook }
  await call(publishVersion, { params: created, form: aForm(aStorybookZip(), { Branch: 'main' }) })
  expect(await call(getStorybook, { params: created })).toMatchObject({ mainBranch: 'main' })
})

test('of two versions that are published at once, one finds the main branch', async () => {
  const { publishOn, find } = await aRepository()
  await Promise.all([publishOn('1', 'main'), publishOn('2', 'master'), publishOn('3', 'feature/x')])
  const { mainBranch } = await find()
  expect(['main', 'master']).toContain(mainBranch)
  await publishOn('4', 'feature/x')
  expect(await find()).toMatchObject({ mainBranch, latest: { branch: mainBranch } })
})

test('a storybook from before gets a proposal, until somebody chooses', async () => {
  const { account, call, params, publishOn, find, proposed } = await aRepository()
  expect(await proposed()).toBe(null)
  await publishOn('on feature', 'feature/x')
  await publishOn('on master', 'master')
  await forget(params.storybook)
  expect(await proposed()).toBe('master')
  const feature = await publishOn('on feature again', 'feature/x', 'master')
  expect(await find()).toMatchObject({ mainBranch: null, latest: { versionPublicId: feature } })
  await publishOn('on feature once more', 'feature/x', 'develop')
  expect(await proposed()).toBe(null)
  await publishOn('on develop', 'develop', 'develop')
  expect(await proposed()).toBe('develop')

  const viewer = await aMember({ role: 'Viewer', account })
  const asViewer = viewer.call(setMainBranch, { params, body: { mainBranch: 'develop' } })
  expect(await refusal(asViewer)).toMatchObject({ status: 403 })
  const stranger = await aMember()
  expect(await refusal(stranger.call(getProposedMainBranch, { params }))).toMatchObject({ status: 404 })
  const asStranger = stranger.call(setMainBranch, { params, body: { mainBranch: 'develop' } })
  expect(await refusal(asStranger)).toMatchObject({ status: 404 })

  const chosen = await call(setMainBranch, { params, body: { mainBranch: 'develop' } })
  expect(chosen).toMatchObject({ mainBranch: 'develop', latest: { branch: 'develop' } })
  expect(await proposed()).toBe(null)
  await forget(params.storybook)
  expect(await proposed()).toBe('master')
  await call(setMainBranch, { params, body: { mainBranch: null } })
  expect(await proposed()).toBe(null)
})
