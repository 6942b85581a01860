import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createClient } from '@plinth/contract/client.ts'
import type { Call } from '@plinth/contract/client.ts'
import {
  deleteStorybook,
  listStorybooks,
  setFavourite,
  setMainBranch,
  updateStorybook,
} from '@plinth/contract/storybooks.ts'
import { deleteVersion, getVersion } from '@plinth/contract/versions.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { expect, test } from 'vitest'

import { aStorybookZip } from '../../testing/builds.ts'
import { aStorybook } from '../../testing/publishing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'

const untouched = { isFavourite: false, viewedAt: null, newVersions: null, newChanges: null }

/** A storybook, what it is to its member, and a colleague of theirs. */
async function aSharedStorybook() {
  const storybook = await aStorybook()
  const { account, call, params, publish } = storybook
  const colleague = await aMember({ account })
  const listedTo = async (reader: Call) => (await reader(listStorybooks, { params }))[0]
  return {
    ...storybook,
    colleague: { ...colleague, listed: () => listedTo(colleague.call) },
    listedTo,
    listed: () => listedTo(call),
    publishOn: async (Branch: string) => (await publish(aStorybookZip(), { Branch })).versionPublicId,
    view: (version: string) => call(refreshViewerSession, { params: { ...params, version } }),
  }
}

test('a favourite is one for the person who chose it, and for nobody else', async () => {
  const { call, params, colleague, listed, listedTo } = await aSharedStorybook()
  await call(setFavourite, { params, body: { isFavourite: true } })
  await call(setFavourite, { params, body: { isFavourite: true } })
  expect(await listed()).toMatchObject({ ...untouched, isFavourite: true })
  expect(await colleague.listed()).toMatchObject(untouched)

  const { key } = await call(createApiKey, { params, body: { name: 'CI' } })
  const { origin } = await testPortal()
  const byKey = createClient({ baseUrl: origin, headers: () => ({ 'x-api-key': key }) })
  expect(await listedTo(byKey)).toMatchObject(untouched)
  await expect(byKey(setFavourite, { params, body: { isFavourite: true } })).rejects.toMatchObject({
    status: 403,
  })

  await call(setFavourite, { params, body: { isFavourite: false } })
  expect(await listed()).toMatchObject(untouched)
})

test('only a storybook of the account can be a favourite', async () => {
  const { call, params } = await aStorybook()
  const stranger = await aMember()
  const body = { isFavourite: true }
  for (const account of [params.account, stranger.account.publicId]) {
    const theirs = { ...params, account }
    await expect(stranger.call(setFavourite, { params: theirs, body })).rejects.toMatchObject({ status: 404 })
  }
  await call(deleteStorybook, { params })
  await expect(call(setFavourite, { params, body })).rejects.toMatchObject({ status: 404 })
})

test('versions are new until one as new has been viewed', async () => {
  const { call, params, colleague, listed, publishOn, view } = await aSharedStorybook()
  await call(setMainBranch, { params, body: { mainBranch: null } })
  const first = await publishOn('main')
  expect(await listed()).toMatchObject(untouched)
  await view(first)
  const seen = await listed()
  expect(seen).toMatchObject({ viewedAt: expect.any(String), newVersions: 0, newChanges: null })
  expect(await colleague.listed()).toMatchObject(untouched)

  const second = await publishOn('main')
  const changes = async () =>
    (await call(getVersion, { params: { ...params, version: second } })).changes?.changed
  await expect.poll(changes).toBe(0)
  expect(await listed()).toMatchObject({ newVersions: 1, newChanges: { added: 0, removed: 0, changed: 0 } })
  const third = await publishOn('other')
  // An older version again, as a tab does that stays open: nothing newer has been seen, and nothing is written.
  await view(first)
  expect(await listed()).toMatchObject({ newVersions: 2, newChanges: null, viewedAt: seen?.viewedAt })
  await call(deleteVersion, { params: { ...params, version: second } })
  expect(await listed()).toMatchObject({ newVersions: 1 })
  await view(third)
  expect(await listed()).toMatchObject({ newVersions: 0 })
})

test('with a main branch, only its versions are new, and only they have been seen', async () => {
  const { call, params, listed, publishOn, view } = await aSharedStorybook()
  await call(updateStorybook, { params, body: { title: 'Kit', mainBranch: 'main' } })
  const main = await publishOn('main')
  const feature = await publishOn('feature')
  await view(feature)
  expect(await listed()).toMatchObject({ viewedAt: expect.any(String), newVersions: null })
  await view(main)
  expect(await listed()).toMatchObject({ newVersions: 0 })
  const next = await publishOn('main')
  await view(await publishOn('feature'))
  expect(await listed()).toMatchObject({ newVersions: 1 })
  await view(next)
  expect(await listed()).toMatchObject({ newVersions: 0 })
})
