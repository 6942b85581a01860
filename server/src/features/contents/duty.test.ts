import { open } from 'node:fs/promises'
import { join } from 'node:path'

import { listStorybooks } from '@plinth/contract/storybooks.ts'
import { getVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { BlobStoreUnavailable } from '../../blobs/blob-store.ts'
import { readingThread } from '../../contents/contents-pool.ts'
import { openMetrics } from '../../operations/metrics/metrics.ts'
import { aStorybookZip } from '../../testing/builds.ts'
import { aStorybook } from '../../testing/publishing.ts'
import { testPortal } from '../../testing/test-app.ts'
import { openContentsReader } from './contents-reader.ts'
import { listUnreadVersions } from './store.ts'

const { signal } = new AbortController()
const upTo = Number.MAX_SAFE_INTEGER

afterEach(() => vi.restoreAllMocks())

/** A storybook whose card shows its favicon and its main components. */
async function aStorybookWithCard() {
  const { call, params, publish } = await aStorybook()
  const files = { 'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h8v8z"/></svg>' }
  const { versionPublicId } = await publish(aStorybookZip({ files }))
  const card = async () => {
    const all = await call(listStorybooks, { params: { account: params.account } })
    const shown = all.find(({ publicId }) => publicId === params.storybook)
    return { hasIcon: shown?.icon !== null, mainComponents: shown?.mainComponents.toSorted() }
  }
  await expect.poll(card).toEqual({ hasIcon: true, mainComponents: ['Button', 'Card'] })
  return { card, version: versionPublicId }
}

const rereadAll = { format: 0 }

/** As if the cards showed other versions. */
async function outdateCards(versions: readonly string[]) {
  const { db } = await testPortal()
  await db
    .updateTable('catalogues')
    .set({ face_of: null, main_components: ['Outdated'] })
    .where('version_id', 'in', (select) =>
      select.selectFrom('versions').select('id').where('public_id', 'in', versions),
    )
    .execute()
}

test('a run ends when its time is over, and the next one continues', async () => {
  const { db, services } = await testPortal()
  await aStorybookWithCard()
  await aStorybookWithCard()
  const reader = openContentsReader({
    onRead: () => {},
    ...services,
    db: services.backgroundDb,
    metrics: openMetrics(),
    pace: services.paces.background,
    stepMs: 0,
  })
  onTestFinished(() => reader.close())
  await db.updateTable('version_contents').set(rereadAll).execute()
  const left: number[] = []
  for (let round = 0; round < 3; round++) {
    left.push((await listUnreadVersions(db, { limit: 10, upTo })).length)
    await reader.readUnread(signal)
  }
  expect(left).toEqual([2, 1, 0])
})

test('a version that is read again gives the card its main components again', async () => {
  const { db, services } = await testPortal()
  const { card } = await aStorybookWithCard()
  await db.updateTable('version_contents').set(rereadAll).execute()
  await db
    .updateTable('catalogues')
    .set({ format: 0, main_components: ['Outdated'] })
    .execute()
  await services.contents.readUnread(signal)
  expect((await card()).mainComponents).toEqual(['Button', 'Card'])
})

test.each(['damaged', 'cut off'] as const)(
  'if an archive is %s, the card shows no favicon, and that is logged once',
  async (fault) => {
    const { services, folder } = await testPortal()
    const { card, version } = await aStorybookWithCard()
    const archive = await open(join(folder, 'blobs/archives', `${version}.zip`), 'r+')
    const { size } = await archive.stat()
    if (fault === 'cut off') await archive.truncate(1)
    else await archive.write(Buffer.alloc(size, 'damaged'), 0, size, 0)
    await archive.close()
    await outdateCards([version])
    const warn = vi.spyOn(services.log, 'warn')
    await services.contents.readUnread(signal)
    await services.contents.readUnread(signal)
    expect(await card()).toEqual({ hasIcon: false, mainComponents: ['Button', 'Card'] })
    expect(warn.mock.calls.map(([, message]) => message)).toEqual([
      'the favicon of a version could not be read',
    ])
  },
)

test('if the store fails, no further storybook is tried until the next run, which tries the others first', async () => {
  const { services } = await testPortal()
  const cards = [await aStorybookWithCard(), await aStorybookWithCard()]
  await services.contents.readUnread(signal)
  const versions = cards.map(({ version }) => version)
  const openArchive = vi
    .spyOn(services.blobs, 'open')
    .mockImplementation(() => Promise.reject(new BlobStoreUnavailable('refused')))
  await outdateCards(versions)
  await services.contents.readUnread(signal)
  expect(openArchive.mock.calls).toEqual([[versions[1]]])
  await services.contents.readUnread(signal)
  expect(openArchive.mock.calls).toEqual([[versions[1]], [versions[0]]])
  openArchive.mockRestore()
  await services.contents.readUnread(signal)
  for (const { card } of cards)
    expect(await card()).toEqual({ hasIcon: true, mainComponents: ['Button', 'Card'] })
})

const lost = { kind: 'failed', message: 'a thread ended with code 1', hasEndedThread: true } as const
const broken = { kind: 'failed', message: 'Error: not found' } as const

test.each([
  ['ends the thread, because the thread is everybody’s', lost, 2],
  ['cannot be read for another reason', broken, 3],
] as const)('how often a build is read that %s', async (_, outcome, attempts) => {
  const { db, services } = await testPortal()
  const run = vi.spyOn(readingThread, 'run').mockResolvedValue(outcome)
  const { call, params, publish } = await aStorybook()
  const { versionPublicId: version } = await publish(aStorybookZip())
  const readings = () => run.mock.calls.filter(([, { kind }]) => kind === 'read contents').length
  await expect.poll(readings).toBe(1)
  for (let round = 0; round < 4; round++) {
    // As if the last attempt had been long ago.
    await db
      .updateTable('version_contents')
      .set({ started_at: sql`'-infinity'` })
      .where('read_at', 'is', null)
      .execute()
    await services.contents.readUnread(signal)
  }
  expect(readings()).toBe(attempts)
  expect(await call(getVersion, { params: { ...params, version } })).toMatchObject({ contents: 'none' })
})
