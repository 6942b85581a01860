// @module-tag long
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { BlobStoreUnavailable } from '../../blobs/blob-store.ts'
import { openMetrics } from '../../operations/metrics/metrics.ts'
import { aForm, aStorybookZip } from '../../testing/builds.ts'
import { aVersionToPack, files, makePacks, packOf, untilAllAreRead } from '../../testing/packed-versions.ts'
import { restartPortal, testPortal } from '../../testing/test-app.ts'
import { openPackBuilder } from './pack-builder.ts'
import { listVersionsToPack } from './store.ts'

const { signal } = new AbortController()

afterEach(() => vi.restoreAllMocks())

/** A builder beside that of the portal. */
async function aPackBuilder(options: Partial<Parameters<typeof openPackBuilder>[0]>) {
  const { services } = await testPortal()
  await untilAllAreRead()
  return openPackBuilder({
    ...services,
    db: services.backgroundDb,
    metrics: openMetrics(),
    onMade: async () => {},
    ...options,
  })
}

test('a run ends when its time is over, and the next one continues', async () => {
  const { db } = await testPortal()
  await makePacks()
  await aVersionToPack()
  await aVersionToPack()
  const builder = await aPackBuilder({ roundMs: 0 })
  const left: number[] = []
  for (let round = 0; round < 3; round++) {
    left.push((await listVersionsToPack(db, 10)).length)
    await builder.makeMissing(signal)
  }
  expect(left).toEqual([2, 1, 0])
})

test('accounts take turns, and so do the storybooks of an account, the newest versions first', async () => {
  const { db } = await testPortal()
  await makePacks()
  const { shown: other } = await aVersionToPack()
  const { shown: busy } = await aVersionToPack()
  const { publicId: second } = await busy.call(createStorybook, {
    params: busy.params,
    body: { title: 'Second' },
  })
  const form = aForm(aStorybookZip({ files }))
  const { versionPublicId: inSecond } = await busy.call(publishVersion, {
    params: { ...busy.params, storybook: second },
    form,
  })
  const newer = await busy.publish('two')
  const newest = await busy.publish('three')
  await untilAllAreRead()
  const versions = await listVersionsToPack(db, 10)
  expect(versions.map(({ publicId }) => publicId)).toEqual([
    newest,
    other.version,
    inSecond,
    newer,
    busy.version,
  ])
  expect(await listVersionsToPack(db, 2)).toEqual(versions.slice(0, 2))
  await makePacks()
})

test('a pack that cannot be used yet is made nevertheless', async () => {
  const { services } = await testPortal()
  const warn = vi.spyOn(services.log, 'warn')
  const { shown } = await aVersionToPack()
  const builder = await aPackBuilder({ onMade: () => Promise.reject(new Error('refused')) })
  await builder.makeMissing(signal)
  expect((await packOf(shown)).key).not.toBeNull()
  expect(warn).not.toHaveBeenCalled()
})

test('a version that ends the process each time is left alone after three attempts', async () => {
  const { db } = await testPortal()
  const { shown } = await aVersionToPack()
  await makePacks()
  const { id } = await packOf(shown)
  const crashed = { made_at: null, blob_key: null, attempts: 3, started_at: sql<Date>`'-infinity'` }
  await db.updateTable('packs').set(crashed).where('version_id', '=', id).execute()
  await makePacks()
  expect((await packOf(shown)).key).toBeNull()
})

const refuse = async () => Promise.reject(new BlobStoreUnavailable('refused'))

describe('if the store fails', () => {
  test('open versions are left as they are, and none waits after the first', async () => {
    const opened = [await aVersionToPack(), await aVersionToPack()]
    await makePacks()
    const { services } = await restartPortal({})
    const { packs } = services.blobs
    if (!packs) throw new Error('there is no store of packs')
    const openPack = vi.spyOn(packs, 'open').mockImplementation(refuse)
    for (const { get } of opened) expect((await get('/assets/script.js')).status).toBe(200)
    openPack.mockClear()
    const { archives } = services.viewer
    await Promise.all([archives.findPacks(), archives.findPacks()])
    expect(openPack).toHaveBeenCalledTimes(1)
    openPack.mockRestore()
    await archives.findPacks()
    for (const { get } of opened)
      expect((await get('/assets/script.js')).headers['content-encoding']).toBe('br')
  })

  test('no further version is tried until the next run, and no attempt counts', async () => {
    const { services, db } = await testPortal()
    const { shown: older } = await aVersionToPack()
    const { shown: newer } = await aVersionToPack()
    const { packs } = services.blobs
    if (!packs) throw new Error('there is no store of packs')
    const draft = vi.spyOn(packs, 'draft').mockImplementation(refuse)
    await makePacks()
    expect(draft).toHaveBeenCalledTimes(1)
    await makePacks()
    expect(draft).toHaveBeenCalledTimes(2)
    for (const version of [older, newer])
      expect(await packOf(version)).toMatchObject({ key: null, attempts: 0 })
    draft.mockRestore()
    const ids = [(await packOf(older)).id, (await packOf(newer)).id]
    await db
      .updateTable('packs')
      .set({ started_at: sql`'-infinity'` })
      .where('version_id', 'in', ids)
      .execute()
    await makePacks()
    for (const version of [older, newer]) expect((await packOf(version)).key).not.toBeNull()
  })

  test('for one archive only, the others get their packs', async () => {
    const { services, db } = await testPortal()
    const { shown: older } = await aVersionToPack()
    const { shown: unreadable } = await aVersionToPack()
    await untilAllAreRead()
    const open = services.blobs.open.bind(services.blobs)
    vi.spyOn(services.blobs, 'open').mockImplementation((key) =>
      key === unreadable.version ? refuse() : open(key),
    )
    await makePacks()
    // It may be tried again, but only after those that were not tried yet.
    const { id } = await packOf(unreadable)
    await db
      .updateTable('packs')
      .set({ started_at: sql`'-infinity'` })
      .where('version_id', '=', id)
      .execute()
    await makePacks()
    expect((await packOf(older)).key).not.toBeNull()
    expect((await packOf(unreadable)).key).toBeNull()
  })
})
