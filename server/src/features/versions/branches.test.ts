import { getStorybook, listStorybooks, updateStorybook } from '@plinth/contract/storybooks.ts'
import {
  deleteVersion,
  getVersionOfBranch,
  getVersionOfCommit,
  getVersionOfRelease,
  listBranches,
  listVersions,
  updateVersion,
} from '@plinth/contract/versions.ts'
import {
  getFileOfBranch,
  getFileOfCommit,
  getFileOfRelease,
  getStorybookFile,
} from '@plinth/contract/viewer.ts'
import { expect, test } from 'vitest'

import { aStorybookZip } from '../../testing/builds.ts'
import { aStorybook } from '../../testing/publishing.ts'
import { aMember } from '../../testing/test-app.ts'

type TestStorybook = Awaited<ReturnType<typeof aStorybook>>

const shas = {
  a: `a1b2c3d4${'0'.repeat(32)}`,
  b: `a1b2ffff${'0'.repeat(32)}`,
}

/** Publishes a build whose script says `label`; returns the version's id. */
async function publishOn(
  { publish }: TestStorybook,
  label: string,
  fields: Record<string, string>,
): Promise<string> {
  const { versionPublicId } = await publish(aStorybookZip({ label }), fields)
  return versionPublicId
}

const setMain = ({ call, params }: TestStorybook, mainBranch: string | null) =>
  call(updateStorybook, { params, body: { title: 'Kit', mainBranch } })

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()

test('without a main branch the newest of all is the newest; with one, the newest of that', async () => {
  const storybook = await aStorybook()
  const { call, params } = storybook
  const main = await publishOn(storybook, 'on main', { Branch: 'main' })
  const feature = await publishOn(storybook, 'on feature', { Branch: 'feature/x' })
  const latest = async () => ({
    card: (await call(listStorybooks, { params })).find(({ publicId }) => publicId === params.storybook)
      ?.latest,
    file: textOf(
      await call(getStorybookFile, {
        params: { storybook: params.storybook, version: 'latest', '*': 'assets/app.js' },
      }),
    ),
  })
  await setMain(storybook, null)
  expect(await latest()).toMatchObject({
    card: { versionPublicId: feature, branch: 'feature/x' },
    file: expect.stringContaining('on feature'),
  })
  expect(await setMain(storybook, 'main')).toMatchObject({ mainBranch: 'main', versionCount: 2 })
  expect(await latest()).toMatchObject({
    card: { versionPublicId: main, branch: 'main' },
    file: expect.stringContaining('on main'),
  })
  await call(updateStorybook, { params, body: { title: 'Renamed' } })
  expect(await call(getStorybook, { params })).toMatchObject({ title: 'Renamed', mainBranch: 'main' })
  expect(await setMain(storybook, 'trunk')).toMatchObject({ latest: null })
  expect(await setMain(storybook, null)).toMatchObject({ latest: { versionPublicId: feature } })
})

test.each([
  'feature/login',
  'with space',
  '100%',
  '100%25/2F',
  '機能/ボタン',
  'a?b#c&d=e',
  `x${'é'.repeat(127)}`,
  'b'.repeat(255),
])('the branch %s has addresses', async (branch) => {
  const storybook = await aStorybook()
  const { call, params } = storybook
  await publishOn(storybook, 'older', { Branch: branch })
  const newest = await publishOn(storybook, 'newer', { Branch: branch })
  await publishOn(storybook, 'elsewhere', { Branch: 'other' })
  expect(await call(getVersionOfBranch, { params: { ...params, branch } })).toMatchObject({
    publicId: newest,
    branch,
  })
  const file = { storybook: params.storybook, branch, '*': 'assets/app.js' }
  expect(textOf(await call(getFileOfBranch, { params: file }))).toContain('newer')
  const listed = await call(listVersions, { params, query: { branch } })
  expect(listed.map(({ publicId }) => publicId)).toHaveLength(2)
})

test('a commit is found by its beginning, and one that means two commits is refused', async () => {
  const storybook = await aStorybook()
  const { call, params } = storybook
  const first = await publishOn(storybook, 'a', { Commit: shas.a })
  await publishOn(storybook, 'b', { Commit: shas.b })
  const rebuilt = await publishOn(storybook, 'a again', { Commit: shas.a })
  const find = (commit: string) => call(getVersionOfCommit, { params: { ...params, commit } })
  const file = (commit: string) =>
    call(getFileOfCommit, { params: { storybook: params.storybook, commit, '*': 'assets/app.js' } })
  expect(await find(shas.a)).toMatchObject({ publicId: rebuilt })
  expect(await find('a1b2c')).toMatchObject({ publicId: rebuilt })
  expect(textOf(await file('a1b2c'))).toContain('a again')
  await expect(find('a1b2')).rejects.toMatchObject({ status: 409, problem: { code: 'commit_ambiguous' } })
  await expect(file('a1b2')).rejects.toMatchObject({ status: 409, problem: { code: 'commit_ambiguous' } })
  const short = await publishOn(storybook, 'short', { Commit: 'a1b2' })
  await publishOn(storybook, 'newer', { Commit: shas.b })
  expect(await find('a1b2')).toMatchObject({ publicId: short, commit: 'a1b2' })
  expect(textOf(await file('a1b2'))).toContain('short')
  for (const unknown of ['ffff', '____', '%%%%', 'a1b'])
    await expect(find(unknown)).rejects.toMatchObject({ status: 404 })
  await call(deleteVersion, { params: { ...params, version: rebuilt } })
  expect(await find('a1b2c')).toMatchObject({ publicId: first })
})

test('a release name belongs to one version', async () => {
  const storybook = await aStorybook()
  const { call, params } = storybook
  const first = await publishOn(storybook, 'one', { Release: 'v1.0.0' })
  const second = await publishOn(storybook, 'two', {})
  const mark = (version: string, body: { release?: string | null; isPinned?: boolean }) =>
    call(updateVersion, { params: { ...params, version }, body })
  const find = (release: string) => call(getVersionOfRelease, { params: { ...params, release } })
  expect(await find('v1.0.0')).toMatchObject({ publicId: first, release: 'v1.0.0' })
  const file = { storybook: params.storybook, release: 'v1.0.0', '*': 'assets/app.js' }
  expect(textOf(await call(getFileOfRelease, { params: file }))).toContain('one')

  const taken = { status: 409, problem: { code: 'release_taken' } }
  await expect(mark(second, { release: 'v1.0.0' })).rejects.toMatchObject(taken)
  await expect(publishOn(storybook, 'three', { Release: 'v1.0.0' })).rejects.toMatchObject(taken)
  expect(await call(listVersions, { params })).toHaveLength(2)
  expect(await mark(first, { release: 'v1.0.0', isPinned: true })).toMatchObject({ isPinned: true })
  const listed = (only: 'releases' | 'pinned') => call(listVersions, { params, query: { only } })
  expect(await listed('releases')).toMatchObject([{ publicId: first }])
  expect(await listed('pinned')).toMatchObject([{ publicId: first }])
  expect(await mark(first, { release: null })).toMatchObject({ release: null, isPinned: true })
  expect(await listed('releases')).toEqual([])
  await expect(find('v1.0.0')).rejects.toMatchObject({ status: 404 })

  const race = await Promise.allSettled([first, second].map((version) => mark(version, { release: 'v2' })))
  expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(race.find(({ status }) => status === 'rejected')).toMatchObject({ reason: taken })
  const winner = await find('v2')
  await call(deleteVersion, { params: { ...params, version: winner.publicId } })
  const left = winner.publicId === first ? second : first
  expect(await mark(left, { release: 'v2' })).toMatchObject({ release: 'v2' })
})

test('branches are listed with their newest versions, the main branch first', async () => {
  const storybook = await aStorybook()
  const { call, params } = storybook
  await publishOn(storybook, '1', { Branch: 'main' })
  const main = await publishOn(storybook, '2', { Branch: 'main' })
  const none = await publishOn(storybook, '3', {})
  const alpha = await publishOn(storybook, '4', { Branch: 'feature/alpha' })
  const beta = await publishOn(storybook, '5', { Branch: 'feature/beta_1' })
  await setMain(storybook, 'main')
  const list = async (query: Record<string, string | number> = {}) =>
    (await call(listBranches, { params, query })).map(({ name, isMain, versionCount, newest }) => [
      name,
      isMain,
      versionCount,
      newest.publicId,
    ])
  const rest = [
    ['feature/beta_1', false, 1, beta],
    ['feature/alpha', false, 1, alpha],
    [null, false, 1, none],
  ]
  expect(await list()).toEqual([['main', true, 2, main], ...rest])
  expect(await list({ limit: 2 })).toEqual([['main', true, 2, main], rest[0]])
  expect(await list({ before: beta })).toEqual(rest.slice(1))
  expect(await list({ before: main })).toEqual(rest)
  expect(await list({ name: 'ALPHA' })).toEqual([rest[1]])
  expect(await list({ name: '_' })).toEqual([rest[0]])
  expect(await call(listVersions, { params, query: { branch: '' } })).toMatchObject([{ publicId: none }])
})

test('versions are found by text and time', async () => {
  const storybook = await aStorybook()
  const { call, params } = storybook
  const first = await publishOn(storybook, '1', { Message: 'Round the corners', Commit: shas.a })
  const second = await publishOn(storybook, '2', { Message: '100% wide' })
  const [newest] = await call(listVersions, { params })
  const at = newest?.createdAt ?? ''
  const find = async (query: Record<string, string>) =>
    (await call(listVersions, { params, query })).map(({ publicId }) => publicId)
  expect(await find({ text: 'ROUND' })).toEqual([first])
  expect(await find({ text: 'a1b2c3' })).toEqual([first])
  expect(await find({ text: '0%' })).toEqual([second])
  expect(await find({ text: newest?.createdBy ?? '' })).toEqual([second, first])
  expect(await find({ since: at })).toEqual([second])
  expect(await find({ until: at })).toEqual([first])
  await expect(find({ since: 'yesterday' })).rejects.toMatchObject({ status: 400 })
})

test('people of other accounts find none of it', async () => {
  const storybook = await aStorybook()
  const { params } = storybook
  const version = await publishOn(storybook, '1', { Branch: 'main', Release: 'v1', Commit: shas.a })
  const { call, account } = await aMember()
  const theirs = { account: account.publicId, storybook: params.storybook }
  const missing = { status: 404, problem: { code: 'not_found' } }
  await expect(call(getVersionOfBranch, { params: { ...theirs, branch: 'main' } })).rejects.toMatchObject(
    missing,
  )
  await expect(call(getVersionOfRelease, { params: { ...theirs, release: 'v1' } })).rejects.toMatchObject(
    missing,
  )
  await expect(call(getVersionOfCommit, { params: { ...theirs, commit: shas.a } })).rejects.toMatchObject(
    missing,
  )
  await expect(call(listBranches, { params: theirs })).rejects.toMatchObject(missing)
  await expect(
    call(updateVersion, { params: { ...theirs, version }, body: { isPinned: true } }),
  ).rejects.toMatchObject(missing)
  const file = { storybook: params.storybook, '*': 'index.html' }
  await expect(call(getFileOfBranch, { params: { ...file, branch: 'main' } })).rejects.toMatchObject(missing)
  await expect(call(getFileOfRelease, { params: { ...file, release: 'v1' } })).rejects.toMatchObject(missing)
  await expect(call(getFileOfCommit, { params: { ...file, commit: shas.a } })).rejects.toMatchObject(missing)
})
