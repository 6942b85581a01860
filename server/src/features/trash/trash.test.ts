import { access } from 'node:fs/promises'
import { join } from 'node:path'

import { listAccountAudit } from '@plinth/contract/audit.ts'
import { search } from '@plinth/contract/search.ts'
import { getStorage, getStorageByStorybook } from '@plinth/contract/storage.ts'
import { deleteStorybook, getStorybook } from '@plinth/contract/storybooks.ts'
import { trashDays } from '@plinth/contract/trash-days.ts'
import {
  emptyTrash,
  listTrash,
  purgeStorybook,
  purgeVersion,
  restoreStorybook,
  restoreVersion,
} from '@plinth/contract/trash.ts'
import {
  deleteVersion,
  getVersion,
  listVersions,
  publishVersion,
  updateVersion,
} from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aForm, aStorybookZip } from '../../testing/builds.ts'
import { aStorybook, refusal } from '../../testing/publishing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { aViewedVersion } from '../../testing/viewing.ts'
import { replaceCatalogue } from '../search/catalogue-store.ts'
import { lockStorybook } from '../versions/store.ts'
import { sweep } from '../versions/sweep.ts'
import { lockDeletedVersion, restoreVersions } from './store.ts'

const day = 24 * 60 * 60 * 1000
const zip = aStorybookZip()
const missing = { status: 404, problem: { code: 'not_found' } }

type TestStorybook = Awaited<ReturnType<typeof aStorybook>>

/** Published one after the other; their ids. */
async function publishAll({ publish }: TestStorybook, ...labels: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const label of labels) ids.push((await publish(aStorybookZip({ label }))).versionPublicId)
  return ids
}

const hasArchive = async (version: string) => {
  const { folder } = await testPortal()
  return access(join(folder, 'blobs/archives', `${version}.zip`)).then(
    () => true,
    () => false,
  )
}

test('a deleted version is listed, and comes back where it was, with its comparisons', async () => {
  const storybook = await aStorybook()
  const { call, params, person } = storybook
  const home = { account: params.account }
  const [one = '', two = '', three = ''] = await publishAll(storybook, 'one', 'two', 'three')
  const listed = async () => (await call(listVersions, { params })).map(({ publicId }) => publicId)
  const comparedWith = async (version: string) =>
    (await call(listVersions, { params })).find(({ publicId }) => publicId === version)?.changes?.since
  await expect.poll(() => comparedWith(three)).toBe(two)
  await call(deleteVersion, { params: { ...params, version: two } })
  await expect.poll(() => comparedWith(three)).toBe(one)

  const trash = await call(listTrash, { params: home })
  expect(trash).toMatchObject({ total: 1, items: [{ kind: 'version', publicId: two, rule: null }] })
  const [item] = trash.items
  expect(item?.deletedBy).toContain(person.email)
  expect(item?.bytes).toBe(trash.bytes)
  expect(Date.parse(item?.keptUntil ?? '') - Date.parse(item?.deletedAt ?? '')).toBe(trashDays * day)

  const restored = await call(restoreVersion, { params: { ...home, version: two } })
  expect(restored).toMatchObject({
    publicId: two,
    storybookPublicId: params.storybook,
    droppedRelease: null,
    isPinned: false,
  })
  expect(await listed()).toEqual([three, two, one])
  await expect.poll(() => comparedWith(three)).toBe(two)
  expect(await call(getStorybook, { params })).toMatchObject({ versionCount: 3 })
  expect(await call(listTrash, { params: home })).toEqual({ items: [], total: 0, bytes: 0 })
  expect(await refusal(call(restoreVersion, { params: { ...home, version: two } }))).toMatchObject(missing)
})

test('the newest version is the newest again, for everybody and for searching', async () => {
  const storybook = await aStorybook()
  const { call, params } = storybook
  const home = { account: params.account }
  const entries = { 'rare--one': { id: 'rare--one', title: 'Rareware', name: 'One', type: 'story' } }
  await storybook.publish(zip)
  const files = { 'index.json': JSON.stringify({ v: 5, entries }) }
  const { versionPublicId: newest } = await storybook.publish(aStorybookZip({ files }))
  const found = async () =>
    (await call(search, { params: home, query: { q: 'rareware' } })).results.map(
      ({ versionPublicId }) => versionPublicId,
    )[0]
  const { lastUpdated } = await call(getStorybook, { params })
  await expect.poll(found).toBe(newest)
  await call(deleteVersion, { params: { ...params, version: newest } })
  await expect.poll(found).toBeUndefined()
  await call(restoreVersion, { params: { ...home, version: newest } })
  await expect.poll(found).toBe(newest)
  expect(await call(getStorybook, { params })).toMatchObject({
    lastUpdated,
    latest: { versionPublicId: newest },
  })
})

test('a release name that was taken meanwhile is dropped, and the answer says so', async () => {
  const storybook = await aStorybook()
  const { call, params } = storybook
  const [one = '', two = ''] = await publishAll(storybook, 'one', 'two')
  const name = (version: string, release: string) =>
    call(updateVersion, { params: { ...params, version }, body: { release } })
  await name(one, 'v1')
  await call(deleteVersion, { params: { ...params, version: one } })
  await name(two, 'v1')
  const restored = await call(restoreVersion, { params: { account: params.account, version: one } })
  expect(restored).toMatchObject({ release: null, droppedRelease: 'v1' })
  await call(deleteVersion, { params: { ...params, version: two } })
  const again = await call(restoreVersion, { params: { account: params.account, version: two } })
  expect(again).toMatchObject({ release: 'v1', droppedRelease: null })
})

test('a storybook comes back with its versions, and those deleted before stay in the trash', async () => {
  const storybook = await aStorybook()
  const { call, params } = storybook
  const home = { account: params.account }
  const [one = '', two = '', three = ''] = await publishAll(storybook, 'one', 'two', 'three')
  await call(deleteVersion, { params: { ...params, version: one } })
  const before = await call(getStorybook, { params })
  await call(deleteStorybook, { params })
  const trash = await call(listTrash, { params: home })
  expect(trash.items).toMatchObject([{ kind: 'storybook', publicId: params.storybook, versionCount: 2 }])
  const { usedBytes } = await call(getStorage, { params: home })
  expect(trash.bytes).toBe(usedBytes)
  expect(await call(getStorageByStorybook, { params: home })).toEqual({
    storybooks: [],
    deletedStorybooksBytes: usedBytes,
  })
  expect(await refusal(call(restoreVersion, { params: { ...home, version: one } }))).toMatchObject(missing)
  expect(await refusal(call(purgeVersion, { params: { ...home, version: one } }))).toMatchObject(missing)

  expect(await call(restoreStorybook, { params })).toEqual(before)
  expect((await call(listVersions, { params })).map(({ publicId }) => publicId)).toEqual([three, two])
  const found = async () =>
    (await call(search, { params: home, query: { q: 'design system' } })).results.map(({ kind }) => kind)
  expect(await found()).toContain('storybook')
  expect((await call(listTrash, { params: home })).items).toMatchObject([{ kind: 'version', publicId: one }])
  const { storybooks } = await call(getStorageByStorybook, { params: home })
  expect(storybooks).toMatchObject([{ versionCount: 2, usedBytes, trashBytes: expect.any(Number) }])
  expect(storybooks[0]?.trashBytes).toBeLessThan(usedBytes)
})

test('viewers lose access with the deletion, and have it again right after the restore', async () => {
  const viewed = await aViewedVersion()
  const { call, params, book, look } = viewed
  const home = { account: params.account }
  const statuses: number[] = []
  const view = async () => void statuses.push((await look()).status)
  await view()
  await call(deleteStorybook, { params: book })
  await view()
  await call(restoreStorybook, { params: book })
  await view()
  await aSecondVersion(viewed)
  await call(deleteVersion, { params })
  await view()
  await call(restoreVersion, { params: { ...home, version: params.version } })
  await view()
  expect(statuses).toEqual([200, 404, 200, 404, 200])
})

test('what is deleted for good cannot be restored, and its space is free after the next sweep', async () => {
  const { services } = await testPortal()
  const storybook = await aStorybook()
  const { call, params } = storybook
  const home = { account: params.account }
  const [one = '', two = '', three = ''] = await publishAll(storybook, 'one', 'two', 'three')
  for (const version of [one, two]) await call(deleteVersion, { params: { ...params, version } })
  await call(purgeVersion, { params: { ...home, version: one } })
  expect(await refusal(call(restoreVersion, { params: { ...home, version: one } }))).toMatchObject(missing)
  expect(await refusal(call(purgeVersion, { params: { ...home, version: one } }))).toMatchObject(missing)
  expect((await call(listTrash, { params: home })).items).toMatchObject([{ publicId: two }])
  await sweep(services)
  expect(await Promise.all([one, two, three].map(hasArchive))).toEqual([false, true, true])

  const other = await aStorybook()
  await publishAll(other, 'other')
  await other.call(deleteStorybook, { params: other.params })
  await other.call(purgeStorybook, { params: other.params })
  expect(await refusal(other.call(restoreStorybook, { params: other.params }))).toMatchObject(missing)
  await call(emptyTrash, { params: home })
  await call(emptyTrash, { params: home })
  expect(await call(listTrash, { params: home })).toMatchObject({ total: 0 })
  await sweep(services)
  expect(await hasArchive(two)).toBe(false)
  const { usedBytes } = await other.call(getStorage, { params: other.params })
  expect(usedBytes).toBe(0)
})

test('a swept version answers like one that never was, and every step is in the audit log', async () => {
  const { services } = await testPortal()
  const owner = await aMember({ role: 'Owner' })
  const { call, params, book } = await aViewedVersion(owner)
  const home = { account: params.account }
  await aSecondVersion({ call, book })
  const trashed = { ...home, version: params.version }
  await call(deleteVersion, { params })
  await call(restoreVersion, { params: trashed })
  await call(deleteVersion, { params })
  await sweep(services, { now: Date.now() + 8 * day })
  expect(await refusal(call(restoreVersion, { params: trashed }))).toMatchObject(missing)
  await call(deleteStorybook, { params: book })
  await call(restoreStorybook, { params: book })
  await call(deleteStorybook, { params: book })
  await call(purgeStorybook, { params: book })
  const entries = await call(listAccountAudit, { params: home, query: {} })
  expect(entries.map(({ action }) => action).toReversed()).toEqual([
    'storybook.created',
    'version.published',
    'version.published',
    'version.deleted',
    'version.restored',
    'version.deleted',
    'storybook.deleted',
    'storybook.restored',
    'storybook.deleted',
    'storybook.purged',
  ])
})

test('a version is restored or swept, never both', async () => {
  const { services, db } = await testPortal()
  const [swept, restored] = await Promise.all([aDeletedVersion(), aDeletedVersion()])
  const { call, params } = restored
  // While the sweep removes the bytes of one, the other is being restored, and that is not committed yet.
  const answers: unknown[] = []
  const blobs = {
    ...services.blobs,
    delete: async (key: string) => {
      if (key === swept.trashed.version) {
        answers.push(await refusal(swept.call(restoreVersion, { params: swept.trashed })))
      }
      await services.blobs.delete(key)
    },
  }
  await db.transaction().execute(async (trx) => {
    const { id = 0 } = (await lockStorybook(trx, restored.account.id, params.storybook)) ?? {}
    const version = await lockDeletedVersion(trx, id, restored.trashed.version)
    await restoreVersions(trx, id, [version?.id ?? 0])
    await sweep({ ...services, blobs }, { now: Date.now() + 8 * day })
  })
  expect(answers).toMatchObject([missing])
  const rows = await sql`SELECT FROM versions WHERE public_id = ${swept.trashed.version}`.execute(db)
  expect(rows.rows).toEqual([])
  expect(await hasArchive(swept.trashed.version)).toBe(false)
  await call(getVersion, { params: { ...params, version: restored.trashed.version } })
  expect(await hasArchive(restored.trashed.version)).toBe(true)
})

test('the catalogue of a storybook can be written while its versions change', async () => {
  const { db } = await testPortal()
  const { account, params } = await aStorybook()
  await db.transaction().execute(async (trx) => {
    const { id: storybookId = 0 } = (await lockStorybook(trx, account.id, params.storybook)) ?? {}
    const catalogue = { versionId: null, format: 0, rowsJson: '[]', words: [], tags: [] }
    const writing = db
      .transaction()
      .execute((other) => replaceCatalogue(other, { accountId: account.id, storybookId }, catalogue))
    await expect(writing).resolves.toBeUndefined()
  })
})

async function aDeletedVersion() {
  const storybook = await aStorybook()
  const [version = ''] = await publishAll(storybook, 'deleted', 'kept')
  await storybook.call(deleteVersion, { params: { ...storybook.params, version } })
  return { ...storybook, trashed: { account: storybook.params.account, version } }
}

async function aSecondVersion({
  call,
  book,
}: Pick<Awaited<ReturnType<typeof aViewedVersion>>, 'call' | 'book'>) {
  await call(publishVersion, { params: book, form: aForm(aStorybookZip({ label: 'second' })) })
}
