import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { indexOf, withOpenZip } from '../testing/temporary-zip.ts'
import { writeZip } from '../testing/zip-writer.ts'
import type { ZipEntry } from '../testing/zip-writer.ts'
import { findEntry } from './archive-index.ts'
import { fileSource } from './file-source.ts'
import { serveEntry } from './serve-entry.ts'
import type { RequestFacts } from './serve-entry.ts'

const script = 'export const plinth = 1\n'.repeat(50)
const film = Buffer.alloc(700_000, 'a film of a plinth ')

/** One request to a zip that holds only this entry. */
function request(entry: ZipEntry, facts: Partial<RequestFacts> = {}) {
  return withOpenZip(writeZip([entry]), async (handle) => {
    const index = await indexOf(handle)
    const found = findEntry(index, String(entry.name))
    if (found === undefined) throw new Error('the entry is not in the index')
    const reply = await serveEntry({ source: fileSource(handle), entry: found }, { method: 'GET', ...facts })
    const body = reply.body instanceof Readable ? await buffer(reply.body) : reply.body
    return { ...reply, body }
  })
}

const aScript: ZipEntry = { name: 'a.js', content: script }
const storedEntry: ZipEntry = { name: 'a.png', content: '0123456789', method: 0 }
const aFilm: ZipEntry = { name: 'a.mp4', content: film }

describe('encodings', () => {
  test('a deflated entry is sent as gzip to clients that accept it', async () => {
    const { status, headers, body } = await request(aScript, { acceptEncoding: 'gzip, deflate, br' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'content-length': String(body?.length),
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    expect(gunzipSync(body ?? '').toString()).toBe(script)
  })

  test('and uncompressed to clients that do not', async () => {
    const { headers, body } = await request(aScript)
    expect(headers).toMatchObject({ 'content-length': String(script.length), vary: 'Accept-Encoding' })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(body?.toString()).toBe(script)
  })

  test('a large entry is streamed in both encodings', async () => {
    const large = {
      name: 'a.json',
      content: Buffer.from(Array.from({ length: 400_000 }, (_, n) => (n * n) % 251)),
    }
    const packed = await request(large, { acceptEncoding: 'gzip' })
    const plain = await request(large)
    expect(packed.headers['content-length']).toBe(String(packed.body?.length))
    expect(gunzipSync(packed.body ?? '').equals(large.content)).toBe(true)
    expect(plain.body?.equals(large.content)).toBe(true)
  })

  test('a stored entry is never encoded and does not vary', async () => {
    const { headers, body } = await request(storedEntry, { acceptEncoding: 'gzip' })
    expect(headers).toMatchObject({
      'content-length': '10',
      'accept-ranges': 'bytes',
      'content-type': 'image/png',
    })
    expect(headers).not.toHaveProperty('vary')
    expect(body?.toString()).toBe('0123456789')
  })

  test('an empty file is served, stored or deflated', async () => {
    for (const method of [0, 8]) {
      const { status, body } = await request({ name: 'a.txt', content: '', method })
      expect([status, body?.length]).toEqual([200, 0])
    }
    const packed = await request({ name: 'a.txt', content: '' }, { acceptEncoding: 'gzip' })
    expect(gunzipSync(packed.body ?? '').length).toBe(0)
  })

  test('HEAD has the headers of GET and no body', async () => {
    for (const acceptEncoding of ['gzip', undefined]) {
      const get = await request(aScript, { acceptEncoding })
      const head = await request(aScript, { acceptEncoding, method: 'HEAD' })
      expect(head).toEqual({ ...get, body: undefined })
    }
  })
})

describe('validators', () => {
  test('each encoding has its own strong tag, and matches it with 304', async () => {
    const tags = new Set<string>()
    for (const acceptEncoding of ['gzip', undefined]) {
      const { headers } = await request(aScript, { acceptEncoding })
      const tag = headers['etag'] ?? ''
      expect(tag).toMatch(/^"[\w-]+"$/)
      tags.add(tag)
      for (const ifNoneMatch of [tag, `W/${tag}`, `"other", ${tag}`, `"a,b" , W/${tag},"c"`, '*']) {
        const reply = await request(aScript, { acceptEncoding, ifNoneMatch })
        expect(reply).toMatchObject({
          status: 304,
          headers: { etag: tag, vary: 'Accept-Encoding' },
          body: undefined,
        })
        expect(reply.headers).not.toHaveProperty('content-length')
      }
    }
    expect(tags.size).toBe(2)
  })

  test('another tag gets the full content', async () => {
    for (const ifNoneMatch of ['"other"', '', 'garbage', '"', '""']) {
      expect(await request(aScript, { ifNoneMatch })).toMatchObject({ status: 200 })
    }
  })
})

/** How many bytes are inflated to answer a request for the film. */
const inflatedFor = (facts: Partial<RequestFacts>) =>
  withOpenZip(writeZip([aFilm]), async (handle) => {
    const entry = findEntry(await indexOf(handle), 'a.mp4')
    if (entry === undefined) throw new Error('the entry is not in the index')
    let inflated = 0
    const inflating = {
      runInSlot: <T>(work: () => Promise<T>) => work(),
      pace: async (bytes: number) => void (inflated += bytes),
    }
    const file = { source: fileSource(handle), entry }
    const { body } = await serveEntry(file, { method: 'GET', ...facts }, undefined, inflating)
    if (body instanceof Readable) await buffer(body)
    return inflated
  })

test('what is inflated of a large entry counts, also what a range leaves out; what is sent as stored does not', async () => {
  expect(await inflatedFor({})).toBe(film.length)
  expect(await inflatedFor({ range: 'bytes=-1' })).toBe(film.length)
  expect(await inflatedFor({ range: 'bytes=0-9' })).toBeLessThan(film.length / 2)
  expect(await inflatedFor({ acceptEncoding: 'gzip' })).toBe(0)
})

describe('ranges', () => {
  const parts: [string, string, string][] = [
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-30', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['Bytes = 2-2', '2', 'bytes 2-2/10'],
  ]
  test.each(parts)('%s of a stored entry', async (range, part, contentRange) => {
    expect(await request(storedEntry, { range, acceptEncoding: 'gzip' })).toMatchObject({
      status: 206,
      headers: { 'content-range': contentRange, 'content-length': String(part.length) },
      body: Buffer.from(part),
    })
  })

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s cannot be satisfied', async (range) => {
    expect(await request(storedEntry, { range })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */10', 'content-length': '0' },
      body: undefined,
    })
  })

  test.each(['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', ''])(
    '%s is ignored',
    async (range) => {
      expect(await request(storedEntry, { range })).toMatchObject({
        status: 200,
        headers: { 'content-length': '10' },
      })
    },
  )

  test('players can seek in a deflated video, whatever encodings they accept', async () => {
    const reply = await request(aFilm, { range: 'bytes=600000-600999', acceptEncoding: 'gzip' })
    expect(reply).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 600000-600999/700000' } })
    expect(reply.body?.equals(film.subarray(600_000, 601_000))).toBe(true)
    expect((await request(aFilm)).headers).toMatchObject({ 'accept-ranges': 'bytes' })
  })

  test('a range of a deflated script is ignored, in both encodings', async () => {
    for (const acceptEncoding of ['gzip', undefined]) {
      expect(await request(aScript, { range: 'bytes=0-3', acceptEncoding })).toMatchObject({ status: 200 })
    }
  })

  test('If-Range keeps the range only for the same strong tag', async () => {
    const tag = (await request(storedEntry)).headers['etag'] ?? ''
    const statusFor = async (ifRange: string) =>
      (await request(storedEntry, { range: 'bytes=0-3', ifRange })).status
    expect(await statusFor(tag)).toBe(206)
    expect(await statusFor(`W/${tag}`)).toBe(200)
    expect(await statusFor('"other"')).toBe(200)
    expect(await statusFor('Wed, 21 Oct 2026 07:28:00 GMT')).toBe(200)
  })

  test('HEAD ignores ranges', async () => {
    expect(await request(storedEntry, { method: 'HEAD', range: 'bytes=0-3' })).toMatchObject({ status: 200 })
  })
})

test('a body that is not read to the end releases its inflate stream', async () => {
  await withOpenZip(writeZip([{ name: 'index.html', content: film }]), async (handle) => {
    const index = await indexOf(handle)
    const entry = findEntry(index, '')
    if (entry === undefined) throw new Error('the entry is not in the index')
    for (let round = 0; round < 200; round++) {
      const { body } = await serveEntry({ source: fileSource(handle), entry }, { method: 'GET' })
      if (!(body instanceof Readable)) throw new Error('this should be a stream')
      for await (const _ of body) break
    }
    const { body } = await serveEntry({ source: fileSource(handle), entry }, { method: 'GET' })
    expect(await buffer(body as Readable)).toHaveLength(film.length)
  })
})
