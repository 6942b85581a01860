import { randomBytes } from 'node:crypto'

import { expect, onTestFinished, test } from 'vitest'

import { openMetrics } from '../operations/metrics/metrics.ts'
import { testPortal } from '../testing/test-app.ts'
import { aVersion, getFile, sessionFor } from '../testing/viewer-requests.ts'
import { openArchives } from './open-archives.ts'
import { findVersionForReader } from './store.ts'

/** Compresses to about 750 KB. */
const largePage = `<!doctype html><body>${randomBytes(750_000).toString('base64')}`
const manyFiles = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`assets/${n}.txt`, 'x']))

const pageBytes = 750_000

/** The open versions of an instance that has only this much memory for them. */
async function archivesWithin(maxBytes: number) {
  const { services } = await testPortal()
  const { viewer, ...others } = services
  const archives = openArchives({
    ...others,
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
