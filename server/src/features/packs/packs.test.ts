import { access, open, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { deleteStorybook } from '@plinth/contract/storybooks.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { metric } from '../../testing/metrics.ts'
import { s3ForTests } from '../../testing/object-stores.ts'
import { openFilesBelow } from '../../testing/open-files.ts'
import { ofALaterRelease } from '../../testing/pack-indexes.ts'
import {
  aVersionToPack,
  browser,
  files,
  makePacks,
  packOf,
  script,
  untilAllAreRead,
} from '../../testing/packed-versions.ts'
import { restartPortal, testPortal } from '../../testing/test-app.ts'
import { getFile, sessionFor } from '../../testing/viewer-requests.ts'
import { sweep } from '../versions/sweep.ts'

afterEach(() => vi.restoreAllMocks())

const hour = 60 * 60 * 1000

/** More than is buffered at once, even as Brotli. */
const large = Array.from({ length: 90_000 }, (_, n) => (Math.imul(n, 2654435761) >>> 0).toString(36)).join(
  '\n',
)
/** Compressing the large one takes seconds, so only those have it that need it. */
const withLarge = { ...files, 'assets/large.js': large }

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const reused = () => metric('plinth_packed_files_total{way="reused"}')

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

const decoded = ({ headers, bytes }: Awaited<ReturnType<typeof getFile>>) =>
  decoders[headers['content-encoding'] as 'br' | 'gzip'](bytes).toString()

test(
  'text is sent as Brotli to clients that accept it, with its own tag, once the pack is made',
  { tags: ['long'] },
  async () => {
    const { shown, get } = await aVersionToPack(withLarge)
    // It is open already, and gets its pack as soon as that is made.
    expect((await get('/assets/script.js')).headers['content-encoding']).toBe('gzip')
    await makePacks()
    for (const [path, content] of Object.entries(withLarge)) {
      const isMap = path.endsWith('.map')
      // The second and third request come from memory.
      for (let time = 0; time < 3; time++) {
        const answer = await get(`/${path}`)
        expect(answer.headers['content-encoding']).toBe(isMap ? 'gzip' : 'br')
        expect(answer.headers['content-length']).toBe(String(answer.bytes.length))
        expect(decoded(answer) === content).toBe(true)
      }
      const zipped = await get(`/${path}`, { 'accept-encoding': 'gzip' })
      expect(decoded(zipped) === content).toBe(true)
      expect((await get(`/${path}`, {})).text === content).toBe(true)
    }
    const packed = await get('/assets/script.js')
    const zipped = await get('/assets/script.js', { 'accept-encoding': 'br;q=0.5, gzip' })
    expect(packed.bytes.length).toBeLessThan(zipped.bytes.length * 0.95)
    expect(packed.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(packed.headers.etag).not.toBe(zipped.headers.etag)
    const again = { ...browser, 'if-none-match': String(packed.headers.etag) }
    expect(await get('/assets/script.js', again)).toMatchObject({ status: 304, bytes: Buffer.alloc(0) })
    expect((await get('/assets/script.js', { ...again, 'accept-encoding': 'gzip' })).status).toBe(200)
    expect(await get('/assets/script.js', { ...browser, range: 'bytes=0-9' })).toMatchObject({ status: 200 })

    const { bytes, zipBytes } = await packOf(shown)
    expect(bytes).toBeLessThan(zipBytes * 0.8)
  },
)

test('a Storybook’s two pages are sent as Brotli too, at once', async () => {
  const { get } = await aVersionToPack()
  for (const path of ['/index.html', '/iframe.html', '/']) {
    const page = await get(path)
    expect(page.headers['content-encoding']).toBe('br')
    expect(decoded(page)).toBe((await get(path, {})).text)
    expect((await get(path, { ...browser, 'if-none-match': String(page.headers.etag) })).status).toBe(304)
  }
})

test('the next version uses the forms of the one before for files that did not change', async () => {
  const { shown } = await aVersionToPack()
  await makePacks()
  const before = await reused()
  const next = await shown.publish('two')
  await makePacks()
  expect((await reused()) - before).toBe(2)
  const later = { ...shown, version: next, params: { ...shown.params, version: next } }
  const answer = await getFile('/assets/script.js', next, await sessionFor(later), browser)
  expect(answer.headers['content-encoding']).toBe('br')
  expect(decoded(answer) === script).toBe(true)
})

test.each(['damaged', 'cut off', 'lost'] as const)(
  'if a pack is %s, files come from the archive, and it is made again',
  async (fault) => {
    const { shown, get } = await aVersionToPack()
    await makePacks()
    const { path, id, bytes } = await packOf(shown)
    if (fault === 'lost') await rm(path)
    const file = fault === 'lost' ? undefined : await open(path, 'r+')
    if (fault === 'cut off') await file?.truncate(1)
    else await file?.write(Buffer.alloc(bytes ?? 0, 'damaged'))
    await file?.close()
    // An instance that has not opened the version yet.
    const { db } = await restartPortal({})
    for (const [name, content] of Object.entries(files)) {
      const answer = await get(`/${name}`)
      expect(answer.headers['content-encoding']).toBe('gzip')
      expect(decoded(answer) === content).toBe(true)
    }
    await expect.poll(async () => (await packOf(shown)).key).toBeNull()
    await expect.poll(() => exists(path)).toBe(false)
    await expect.poll(() => openFilesBelow(path)).toEqual([])
    await db
      .updateTable('packs')
      .set({ started_at: sql`'-infinity'` })
      .where('version_id', '=', id)
      .execute()
    await makePacks()
    const answer = await get('/assets/script.js')
    expect(answer.headers['content-encoding']).toBe('br')
    expect(decoded(answer) === script).toBe(true)
  },
)

async function aPackWithIndex(change: (index: Buffer) => Buffer) {
  const packed = await aVersionToPack()
  await makePacks()
  const { id, key } = await packOf(packed.shown)
  const next = await packed.shown.publish('two')
  await untilAllAreRead()
  const { db, services } = await restartPortal({})
  const { index } = await db
    .selectFrom('packs')
    .select('index')
    .where('version_id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('packs')
    .set({ index: change(index ?? Buffer.alloc(0)) })
    .where('version_id', '=', id)
    .execute()
  return { ...packed, next: { ...packed.shown, version: next }, key, warn: vi.spyOn(services.log, 'warn') }
}

describe('if the index of a pack', { tags: ['long'] }, () => {
  test('is damaged, files come from the archive, and the pack is made again', async () => {
    const { shown, next, get } = await aPackWithIndex((index) => index.subarray(1))
    await makePacks()
    expect((await packOf(next)).key).not.toBeNull()
    expect((await get('/assets/script.js')).headers['content-encoding']).toBe('gzip')
    await expect.poll(async () => (await packOf(shown)).key).toBeNull()
  })

  test('is one of a later release, files come from the archive, and the pack stays', async () => {
    const { shown, next, get, key, warn } = await aPackWithIndex(ofALaterRelease)
    expect((await get('/assets/script.js')).headers['content-encoding']).toBe('gzip')
    await makePacks()
    expect((await packOf(next)).key).not.toBeNull()
    expect(warn).not.toHaveBeenCalled()
    expect((await packOf(shown)).key).toBe(key)
  })
})

test('a pack is swept with its version, and one without a version after a day', async () => {
  const { services, folder } = await testPortal()
  const { shown } = await aVersionToPack()
  const { shown: kept } = await aVersionToPack()
  await makePacks()
  const [gone, stays] = [await packOf(shown), await packOf(kept)]
  const orphan = join(folder, 'blobs/packs/neverrecorded.br')
  await writeFile(orphan, 'bytes')
  await shown.call(deleteStorybook, { params: shown.params })
  await sweep(services)
  for (const path of [gone.path, stays.path, orphan]) expect(await exists(path)).toBe(true)
  await utimes(orphan, new Date(), new Date(Date.now() - 25 * hour))
  await sweep(services)
  expect(await exists(orphan)).toBe(false)
  await sweep(services, { now: Date.now() + 8 * 24 * hour })
  expect(await exists(gone.path)).toBe(false)
  expect(await exists(stays.path)).toBe(true)
})

test('PLINTH_BROTLI=false makes no packs', async () => {
  const { services, folder } = await restartPortal({ PLINTH_BROTLI: 'false' })
  const before = await readdir(join(folder, 'blobs/packs'))
  const { get } = await aVersionToPack()
  await untilAllAreRead()
  expect(services.packBuilder).toBeUndefined()
  expect((await get('/assets/script.js')).headers['content-encoding']).toBe('gzip')
  expect(await readdir(join(folder, 'blobs/packs'))).toEqual(before)
})

describe('with archives in S3', () => {
  beforeAll(async () => {
    const s3 = await s3ForTests()
    await restartPortal({ PLINTH_BLOBS: s3.address('packs') })
  })

  test('packs are stored there too, and copied to this machine', async () => {
    const { folder } = await testPortal()
    const { shown, get } = await aVersionToPack(withLarge)
    await makePacks()
    const { key } = await packOf(shown)
    expect(await readdir(join(folder, 'cache'))).toContain(`${key}.zip`)
    await rm(join(folder, 'cache'), { recursive: true })
    const answer = await get('/assets/large.js')
    expect(answer.headers['content-encoding']).toBe('br')
    expect(decoded(answer) === large).toBe(true)
  })
})
