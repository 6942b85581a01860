// @module-tag long
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { indexOf, withOpenZip } from '../testing/temporary-zip.ts'
import { writeZip } from '../testing/zip-writer.ts'
import { findEntry } from './archive-index.ts'
import type { IndexEntry } from './archive-index.ts'
import { fileSource } from './file-source.ts'
import type { ByteSource } from './file-source.ts'
import { ArchiveRefusal } from './refusal.ts'
import { serveEntry } from './serve-entry.ts'
import type { RequestFacts } from './serve-entry.ts'

const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => text.replaceAll(/[\p{Cc}/\\:]/gu, '_').replace(/^\.+$|^\._/, 'dot'))
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))
const content = fc.oneof(
  { weight: 6, arbitrary: fc.uint8Array({ maxLength: 2000 }) },
  { weight: 3, arbitrary: fc.nat(90_000).map((length) => new Uint8Array(length).fill(length % 251)) },
  { weight: 1, arbitrary: fc.integer({ min: 250_000, max: 700_000 }).map((length) => noise(length)) },
)
const file = fc.record({
  name: path,
  content: content.map((bytes) => Buffer.from(bytes)),
  method: fc.constantFrom(0, 8),
  descriptor: fc.constantFrom(undefined, 'signed', 'unsigned', 'signed64', 'unsigned64'),
  extra: fc.constantFrom(Buffer.alloc(0), Buffer.from([0x55, 0x54, 1, 0, 7])),
})
/** The number in front prevents name collisions, which are refused and tested elsewhere. */
const files = fc.array(file, { minLength: 1, maxLength: 12 }).map((list) =>
  list.map(({ descriptor, ...rest }, at) => ({
    ...rest,
    ...(descriptor && { descriptor }),
    name: `${at}${rest.name}`,
  })),
)
const options = fc.record({ zip64: fc.boolean(), comment: fc.constantFrom('', 'a comment') })

/** Bytes that hardly compress; always the same for one length. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = length
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

async function get(source: ByteSource, entry: IndexEntry, facts: Partial<RequestFacts> = {}) {
  const reply = await serveEntry({ source, entry }, { method: 'GET', ...facts })
  const body = reply.body instanceof Readable ? await buffer(reply.body) : (reply.body ?? Buffer.alloc(0))
  return { ...reply, body }
}

test('served content equals zipped content in both encodings, with valid tags and ranges', async () => {
  await fc.assert(
    fc.asyncProperty(files, options, fc.nat(), fc.nat(), async (list, zipOptions, from, to) => {
      await withOpenZip(writeZip(list, zipOptions), async (handle) => {
        const index = await indexOf(handle)
        const source = fileSource(handle)
        expect(index.entries.size).toBe(list.length)
        for (const { name, content: zipped, method } of list) {
          const entry = findEntry(index, `/${name}`)
          if (entry === undefined) throw new Error(`${name} is not in the index`)
          const plain = await get(source, entry)
          const packed = await get(source, entry, { acceptEncoding: 'gzip' })
          expect(plain.body.equals(zipped)).toBe(true)
          expect((method === 8 ? gunzipSync(packed.body) : packed.body).equals(zipped)).toBe(true)
          for (const reply of [plain, packed]) {
            expect(reply.headers['content-length']).toBe(String(reply.body.length))
            const acceptEncoding = reply.headers['content-encoding']
            const again = await get(source, entry, { acceptEncoding, ifNoneMatch: reply.headers['etag'] })
            expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) })
          }
          if (method === 8 || zipped.length === 0) continue
          const [start, end] = [from % zipped.length, to % zipped.length].toSorted((a, b) => a - b)
          const part = await get(source, entry, {
            range: `bytes=${start}-${end}`,
            ifRange: plain.headers['etag'],
          })
          expect(part).toMatchObject({
            status: 206,
            headers: { 'content-range': `bytes ${start}-${end}/${zipped.length}` },
          })
          expect(part.body.equals(zipped.subarray(start, (end ?? 0) + 1))).toBe(true)
        }
      })
    }),
    { numRuns: 120 },
  )
}, 60_000)

const originals = [
  { name: 'index.html', content: Buffer.from('<!doctype html><title>plinth</title>'.repeat(3)) },
  {
    name: 'assets/a.js',
    content: Buffer.from('export const a = 1\n'.repeat(20)),
    descriptor: 'signed' as const,
  },
  { name: 'assets/b.bin', content: Buffer.from(noise(300)), method: 0 },
  { name: 'assets/ü.css', content: Buffer.from('a{color:red}'), descriptor: 'unsigned64' as const },
  { name: 'assets/large.js', content: Buffer.alloc(100_000, 'let large\n') },
]
const pristine = [writeZip(originals), writeZip(originals, { zip64: true, comment: 'plinth' })]

/** Whether a modified zip is refused or still serves the original content; anything else is corruption. */
function outcomeOf(zip: Buffer): Promise<'refused' | 'same' | 'corrupted'> {
  return withOpenZip(zip, async (handle) => {
    try {
      const { entries } = await indexOf(handle)
      const source = fileSource(handle)
      if (entries.size !== originals.length) return 'corrupted'
      for (const entry of entries.values()) {
        const packed = await get(source, entry, { acceptEncoding: 'gzip' })
        const body = packed.headers['content-encoding'] === 'gzip' ? gunzipSync(packed.body) : packed.body
        if (!originals.some(({ content }) => content.equals(body))) return 'corrupted'
      }
      return 'same'
    } catch (error) {
      if (error instanceof ArchiveRefusal) return 'refused'
      throw error
    }
  })
}

const anyPristine = fc.constantFrom(...pristine)

test('a zip with bytes changed at random is refused or serves the same content', async () => {
  const change = fc.record({ at: fc.nat(), to: fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 0x50, 0xff)) })
  const changes = fc.array(change, { minLength: 1, maxLength: 4 })
  const changed = fc.tuple(anyPristine, changes).map(([zip, list]) => {
    const copy = Buffer.from(zip)
    for (const { at, to } of list) copy[at % copy.length] = to
    return copy
  })
  await fc.assert(
    fc.asyncProperty(changed, async (zip) => {
      expect(await outcomeOf(zip)).not.toBe('corrupted')
    }),
    { numRuns: 1500 },
  )
}, 60_000)

test('a zip with a piece cut out, doubled or moved is refused or serves the same content', async () => {
  const changed = fc.tuple(anyPristine, fc.nat(), fc.nat(200), fc.nat()).map(([zip, from, length, to]) => {
    const start = from % zip.length
    const piece = zip.subarray(start, start + length)
    const without = Buffer.concat([zip.subarray(0, start), zip.subarray(start + length)])
    const insert = (into: Buffer) =>
      Buffer.concat([into.subarray(0, to % zip.length), piece, into.subarray(to % zip.length)])
    return [without, insert(zip), insert(without)]
  })
  await fc.assert(
    fc.asyncProperty(changed, async (zips) => {
      for (const zip of zips) expect(await outcomeOf(zip)).not.toBe('corrupted')
    }),
    { numRuns: 300 },
  )
}, 60_000)

test('changing any single byte of a zip never serves corrupted content', async () => {
  for (const zip of pristine) {
    for (let at = 0; at < zip.length; at += 1) {
      const changed = Buffer.from(zip)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      expect(await outcomeOf(changed)).not.toBe('corrupted')
    }
  }
}, 60_000)
