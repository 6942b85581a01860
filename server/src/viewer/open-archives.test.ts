import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { decodeIndex, decodeIndexInTurns, encodeIndex } from '../archive/archive-index.ts'
import { readEntry } from '../archive/read-entry.ts'
import { openMetrics } from '../operations/metrics/metrics.ts'
import { openPaces } from '../shared/account-pace.ts'
import { testPortal } from '../testing/test-app.ts'
import { aVersion, getFile, sessionFor } from '../testing/viewer-requests.ts'
import type { OpenArchive } from './archive.ts'
import { openArchives } from './open-archives.ts'
import { findArchiveIndex, findVersionForReader } from './store.ts'

/** Compresses to about 750 KB. */
const largePage = `<!doctype html><body>${randomBytes(750_000).toString('base64')}`
const manyFiles = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`assets/${n}.txt`, 'x']))

const pageBytes = 750_000

/** The open versions of an instance that has only this much memory for them. */
async function archivesWithin(maxBytes: number, paces = openPaces()) {
  const { services } = await testPortal()
  const { viewer, ...others } = services
  const archives = openArchives({
    ...others,
    paces,
    addresses: viewer.addresses,
    metrics: openMetrics(),
    maxBytes,
  })
  onTestFinished(() => archives.close())
  return archives
}

async function aViewableVersion(files: Record<string, string>) {
  const { db } = await testPortal()
  const { account, version } = await aVersion(files)
  const found = await findVersionForReader(db, { accountId: account.id }, version)
  if (!found) throw new Error('the version cannot be read')
  return found
}

test('the pages with our script count towards the memory of open versions', async () => {
  const archives = await archivesWithin(1.5 * pageBytes)
  const one = await aViewableVersion({ 'index.html': largePage })
  const two = await aViewableVersion({ 'index.html': largePage })
  const opened = await archives.open(one)
  await opened?.find('index.html', 'shown')
  const other = await archives.open(two)
  // Nothing of it is in memory yet.
  expect(await archives.open(one)).toBe(opened)
  await other?.find('index.html', 'shown')
  expect(await archives.open(two)).toBe(other)
  expect(await archives.open(one)).not.toBe(opened)
})

test('the indexes of archives count towards it too', async () => {
  const archives = await archivesWithin(1_000_000)
  const one = await aViewableVersion(manyFiles)
  const two = await aViewableVersion(manyFiles)
  const opened = await archives.open(one)
  const other = await archives.open(two)
  expect(await archives.open(two)).toBe(other)
  expect(await archives.open(one)).not.toBe(opened)
})

test('an account whose versions do not fit evicts only its own', async () => {
  const archives = await archivesWithin(1_000_000)
  const other = await aViewableVersion({ 'index.html': 'a' })
  const own = await aViewableVersion(manyFiles)
  const next = { ...(await aViewableVersion(manyFiles)), accountId: own.accountId }
  const ofOther = await archives.open(other)
  const first = await archives.open(own)
  const second = await archives.open(next)
  expect(await archives.open(next)).toBe(second)
  const third = await archives.open(own)
  expect(third).not.toBe(first)
  expect(await archives.open(own)).toBe(third)
  expect(await archives.open(next)).not.toBe(second)
  expect(await archives.open(other)).toBe(ofOther)
})

test('an account opens versions at its own pace, and others do not wait for it', async () => {
  const paces = openPaces(1)
  const archives = await archivesWithin(1_000_000, paces)
  const [one, two] = [await aViewableVersion({ a: 'a' }), await aViewableVersion({ a: 'a' })]
  paces.calls.begin(two.accountId, 'any')()
  const ends = [1, 2].map(() => paces.opening.begin(one.accountId, 'any'))
  const opened: number[] = []
  const opening = [one, two].map(async (version) => {
    await archives.open(version)
    opened.push(version.id)
  })
  await opening[1]
  expect(opened).toEqual([two.id])
  for (const end of ends) end()
  await opening[0]
  expect(opened).toEqual([two.id, one.id])
})

test('the index of an archive is read in pieces, and others are answered while it is decoded', async () => {
  const { db } = await testPortal()
  const { id } = await aViewableVersion({ a: 'a' })
  const encoded = encodeIndex({
    zipBytes: 1e9,
    entries: new Map(
      Array.from({ length: 10_000 }, (_, n) => {
        const path = `${n}/${randomBytes(100).toString('hex')}`
        return [path, { path, offset: 40 + n, compressedSize: 1, size: 1, crc32: n, method: 8 }]
      }),
    ),
  })
  await db.updateTable('archive_indexes').set({ index: encoded }).where('version_id', '=', id).execute()
  const found = await findArchiveIndex(db, id)
  expect(found?.equals(encoded)).toBe(true)
  let answered = 0
  const others = setInterval(() => (answered += 1), 0)
  const decoded = await decodeIndexInTurns(encoded)
  clearInterval(others)
  expect(answered).toBeGreaterThan(2)
  expect(decoded).toEqual(decodeIndex(encoded))
})

/** The index takes about half a megabyte. */
const longNames = Object.fromEntries(
  Array.from({ length: 3000 }, (_, n) => [`assets/${'name-'.repeat(30)}${n}.txt`, `text ${n}`]),
)

async function openedForLongNames(change: (id: number) => Promise<unknown> = async () => {}) {
  const version = await aViewableVersion(longNames)
  await change(version.id)
  const archives = await archivesWithin(64 * 1024 * 1024)
  const archive = await archives.open(version)
  if (!archive) throw new Error('the version was not opened')
  return { archive, id: version.id }
}

const textOf = async (archive: OpenArchive, path: string) => {
  const file = await archive.find(path, 'uploaded')
  return file && String(await readEntry(file.source, file.entry, 1000))
}

test('of a large index only what is looked for is read', async () => {
  const { db } = await testPortal()
  const { archive, id } = await openedForLongNames()
  const [one, other] = [10, 2999].map((n) => `assets/${'name-'.repeat(30)}${n}.txt`)
  expect(await textOf(archive, one ?? '')).toBe('text 10')
  expect(await archive.find(`${one}x`, 'uploaded')).toBeUndefined()
  expect(await archive.find('/', 'uploaded')).toMatchObject({ entry: { path: 'index.html' } })
  const found = await archive.find(one ?? '', 'uploaded')
  expect(archive.find(one ?? '', 'uploaded')).toMatchObject({ entry: found?.entry })
  // What was read is kept; the rest of the index is not there yet.
  await db
    .updateTable('archive_indexes')
    .set({ index: Buffer.alloc(1) })
    .where('version_id', '=', id)
    .execute()
  expect(await textOf(archive, one ?? '')).toBe('text 10')
  await expect(async () => archive.find(other ?? '', 'uploaded')).rejects.toThrow('damaged')
  await db.deleteFrom('archive_indexes').where('version_id', '=', id).execute()
  expect(await archive.find(other ?? '', 'uploaded')).toBeUndefined()
})

test('an account reads blocks at its own pace too', async () => {
  const paces = openPaces(1)
  const archives = await archivesWithin(64 * 1024 * 1024, paces)
  const version = await aViewableVersion(longNames)
  const archive = await archives.open(version)
  if (!archive) throw new Error('the version was not opened')
  paces.calls.begin(-1, 'any')()
  const ends = [1, 2].map(() => paces.opening.begin(version.accountId, 'any'))
  let isFound = false
  const finding = Promise.resolve(archive.find('/', 'uploaded')).then(() => (isFound = true))
  await pause(100)
  expect(isFound).toBe(false)
  for (const end of ends) end()
  await finding
})

test('a large index that was stored without blocks is read whole', async () => {
  const { db } = await testPortal()
  const { archive, id } = await openedForLongNames((version) =>
    db.updateTable('archive_indexes').set({ blocks: null }).where('version_id', '=', version).execute(),
  )
  await db.deleteFrom('archive_indexes').where('version_id', '=', id).execute()
  expect(await textOf(archive, `assets/${'name-'.repeat(30)}2999.txt`)).toBe('text 2999')
})

test('a version without an index is not found', async () => {
  const { db } = await testPortal()
  expect(await findArchiveIndex(db, 0)).toBeUndefined()
})

test('a large page is kept in one form only', async () => {
  const shown = await aVersion({ 'index.html': largePage })
  const cookie = await sessionFor(shown)
  const encodingOf = async (path: string) => {
    const answer = await getFile(path, shown.version, cookie, { 'accept-encoding': 'gzip, br' })
    return answer.headers['content-encoding']
  }
  expect(await encodingOf('/index.html')).toBe('gzip')
  expect(await encodingOf('/iframe.html')).toBe('br')
})
