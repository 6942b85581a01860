import { access, mkdir, readdir, rm, rmdir, writeFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { createStorybook, deleteStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion, publishVersion } from '@plinth/contract/versions.ts'
import { expect, onTestFinished, test, vi } from 'vitest'

import { withoutSweeping } from '../../plinth-admin/database-client.ts'
import { aForm, aStorybookZip } from '../../testing/builds.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { sweep, tidyDisk } from './sweep.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

async function published(count: number) {
  const { call, account } = await aMember()
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Swept' } })
  const params = { ...home, storybook }
  const versions: string[] = []
  for (let i = 0; i < count; i++) {
    const form = aForm(aStorybookZip({ label: String(i) }))
    versions.push((await call(publishVersion, { params, form })).versionPublicId)
  }
  return { call, params, versions }
}

async function archiveOf(version: string) {
  const { folder } = await testPortal()
  return join(folder, 'blobs/archives', `${version}.zip`)
}

const exists = async (version: string) =>
  access(await archiveOf(version)).then(
    () => true,
    () => false,
  )

test('the archive of a deleted version is removed after seven days, and others are kept', async () => {
  const { services, db } = await testPortal()
  const { call, params, versions } = await published(2)
  const [kept = '', deleted = ''] = versions
  await call(deleteVersion, { params: { ...params, version: deleted } })
  await sweep(services, { now: Date.now() + 7 * day - hour })
  expect(await exists(deleted)).toBe(true)
  await sweep(services, { now: Date.now() + 7 * day + hour })
  expect(await exists(deleted)).toBe(false)
  expect(await exists(kept)).toBe(true)
  const rows = await db
    .selectFrom('versions')
    .select('public_id')
    .where('public_id', 'in', versions)
    .execute()
  expect(rows).toEqual([{ public_id: kept }])
})

test('a deleted storybook is removed with all its versions', async () => {
  const { services, db } = await testPortal()
  const { call, params, versions } = await published(2)
  await call(deleteStorybook, { params })
  await sweep(services, { now: Date.now() + 8 * day })
  for (const version of versions) expect(await exists(version)).toBe(false)
  const rows = await db
    .selectFrom('storybooks')
    .select('id')
    .where('public_id', '=', params.storybook)
    .execute()
  expect(rows).toEqual([])
})

test('leftovers of a crash are removed after their grace period, and not before', async () => {
  const { services, folder } = await testPortal()
  await published(1)
  const orphan = await archiveOf('neverrecorded')
  const draft = join(folder, 'blobs/drafts', 'abandoned')
  const fresh = join(folder, 'blobs/drafts', 'fresh')
  await Promise.all([orphan, draft, fresh].map((path) => writeFile(path, 'bytes')))
  await utimes(draft, new Date(), new Date(Date.now() - 3 * hour))
  await tidyDisk(services)
  expect(await readdir(join(folder, 'blobs/drafts'))).toEqual(['fresh'])
  await sweep(services)
  expect(await exists('neverrecorded')).toBe(true)
  await sweep(services, { now: Date.now() + 25 * hour })
  expect(await exists('neverrecorded')).toBe(false)
})

test('an archive that cannot be deleted does not stop the sweep, and is removed later', async () => {
  const { services, db, logLines } = await testPortal()
  const { call, params, versions } = await published(2)
  const [stuck = '', deleted = ''] = versions
  const orphan = await archiveOf('neverrecorded')
  await writeFile(orphan, 'bytes')
  // A folder cannot be deleted as a file.
  await rm(await archiveOf(stuck))
  await mkdir(await archiveOf(stuck))
  await call(deleteStorybook, { params })
  const later = { now: Date.now() + 8 * day }
  expect(await sweep(services, later)).toMatchObject({ unrecorded: 1, undeletable: 1 })
  expect(await exists(deleted)).toBe(false)
  const rows = () =>
    db.selectFrom('versions').select('public_id').where('public_id', 'in', versions).execute()
  expect(await rows()).toEqual([{ public_id: stuck }])
  expect(
    logLines.filter((line) => line.includes('could not be removed') && line.includes(stuck)),
  ).toHaveLength(1)
  await rmdir(await archiveOf(stuck))
  expect(await sweep(services, later)).toMatchObject({ undeletable: 0 })
  expect(await rows()).toEqual([])
})

const unavailable = () => Promise.reject(new Error('the store is unavailable'))

test('a sweep stops when the store becomes unavailable', async () => {
  const { services } = await testPortal()
  await published(1)
  await writeFile(await archiveOf('neverrecorded'), 'bytes')
  const blobs = { ...services.blobs, delete: unavailable, probe: unavailable }
  const now = Date.now() + 25 * hour
  await expect(sweep({ ...services, blobs }, { now })).rejects.toThrow('the store is unavailable')
  expect(await sweep(services, { now })).toMatchObject({ unrecorded: 1 })
})

test('nothing is swept during a backup', async () => {
  const { services, config } = await testPortal()
  const during = await withoutSweeping(config.databaseUrl ?? '', () => sweep(services))
  expect(during).toBeUndefined()
  expect(await sweep(services)).toBeDefined()
})

test('a file that Plinth did not name is not removed', async () => {
  const { services, folder } = await testPortal()
  const theirs = join(folder, 'blobs/archives', 'Read me.zip')
  await writeFile(theirs, 'bytes')
  await sweep(services, { now: Date.now() + 25 * hour })
  await expect(access(theirs)).resolves.toBeUndefined()
})

test('a clock that jumps ahead removes nothing early', async () => {
  const { services, folder } = await testPortal()
  const { call, params, versions } = await published(2)
  const [deleted = ''] = versions
  await call(deleteVersion, { params: { ...params, version: deleted } })
  const draft = join(folder, 'blobs/drafts', 'in-progress')
  await Promise.all([draft, await archiveOf('beingrecorded')].map((path) => writeFile(path, 'bytes')))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * day })
  onTestFinished(() => void vi.useRealTimers())
  await sweep(services)
  await tidyDisk(services)
  expect(await exists(deleted)).toBe(true)
  expect(await exists('beingrecorded')).toBe(true)
  await expect(access(draft)).resolves.toBeUndefined()
})
