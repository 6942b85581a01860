import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, constants, crc32, deflateRawSync } from 'node:zlib'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { ofALaterRelease } from '../../testing/pack-indexes.ts'
import type { IndexEntry } from '../archive-index.ts'
import type { ByteSource } from '../file-source.ts'
import { streamOf } from '../file-source.ts'
import { seal } from '../sealed.ts'
import { packedForm } from './brotli-form.ts'
import { compressEntry } from './compress-entry.ts'
import { encodePackIndex, openPackIndex } from './pack-index.ts'
import type { PackedEntry } from './pack-index.ts'
import { selectEntries } from './select-entries.ts'

const taskOf = (content: Buffer, known?: Uint8Array) => ({
  bytes: deflateRawSync(content),
  size: content.length,
  crc32: crc32(content),
  known,
})

const content = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ minLength: 1, maxLength: 300 }).map((text) => Buffer.from(text.repeat(20))),
)

test('what is packed decompresses to the content, whatever an earlier version had', () => {
  const decompresses = fc.property(content, content, fc.boolean(), (one, other, isSame) => {
    const known = brotliCompressSync(isSame ? one : other)
    const { body } = compressEntry(taskOf(one, known))
    return body === undefined || brotliDecompressSync(body).equals(one)
  })
  expect(fc.check(decompresses, { numRuns: 200 }).failed).toBe(false)
})

test('an earlier form of the same content is used again, and one of other content is not', () => {
  const text = Buffer.from(
    Array.from({ length: 2000 }, (_, n) => `export const value${n} = ${n * n}\n`).join(''),
  )
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const known = brotliCompressSync(text, { params })
  expect(compressEntry(taskOf(text, known))).toEqual({ body: known, isReused: true })
  const others = [
    brotliCompressSync(Buffer.from(text.toReversed())),
    Buffer.from('no Brotli'),
    Buffer.alloc(0),
  ]
  for (const other of others) {
    const { body, isReused } = compressEntry(taskOf(text, other))
    expect(isReused).toBe(false)
    expect(brotliDecompressSync(body ?? '').equals(text)).toBe(true)
  }
})

test('content that Brotli does not make smaller is left, and an archive that has changed is an error', () => {
  const packed = taskOf(randomBytes(5000))
  expect(compressEntry(packed).body).toBeUndefined()
  expect(() => compressEntry({ ...packed, crc32: packed.crc32 ^ 1 })).toThrow('no longer holds')
  expect(() => compressEntry({ ...packed, size: packed.size - 1 })).toThrow('Cannot create a Buffer larger')
})

const number = (max: number) => fc.integer({ min: 0, max })

test('the index of a pack survives encoding, and a damaged one is told from that of a later release', () => {
  const entry = fc.record({
    archiveOffset: number(2 ** 47),
    size: number(2 ** 40),
    contentCrc32: number(2 ** 32 - 1),
    offset: number(2 ** 47),
    length: number(2 ** 32 - 1),
    crc32: number(2 ** 32 - 1),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: ({ archiveOffset }) => archiveOffset }),
      fc.nat(),
      (entries, at) => {
        const encoded = encodePackIndex(entries)
        const opened = openPackIndex(encoded)
        if (typeof opened === 'string') throw new Error(opened)
        expect(opened.count).toBe(entries.length)
        expect(opened.packBytes).toBe(Math.max(0, ...entries.map(({ offset, length }) => offset + length)))
        expect(entries.map(({ archiveOffset }) => opened.find(archiveOffset))).toEqual(entries)
        expect(opened.find(2 ** 47 + 1)).toBeUndefined()
        expect(new Set(opened.entries())).toEqual(new Set(entries))
        const position = at % encoded.length
        encoded.writeUInt8(encoded.readUInt8(position) ^ 1, position)
        expect(openPackIndex(encoded)).toBe('damaged')
      },
    ),
  )
  expect(openPackIndex(ofALaterRelease(encodePackIndex([])))).toBe('unknown version')
})

test('the index of a pack may have been written in another order', () => {
  const entries = [7, 3, 9].map((archiveOffset) => ({
    archiveOffset,
    size: archiveOffset * 10,
    contentCrc32: 1,
    offset: archiveOffset * 100,
    length: 5,
    crc32: 2,
  }))
  const encoded = encodePackIndex(entries)
  const [first, second] = [encoded.subarray(10, 40), encoded.subarray(40, 70)].map((row) => Buffer.from(row))
  encoded.set(second ?? [], 10)
  encoded.set(first ?? [], 40)
  const opened = openPackIndex(seal(encoded))
  if (typeof opened === 'string') throw new Error(opened)
  expect(entries.map(({ archiveOffset }) => opened.find(archiveOffset))).toEqual(entries)
  expect(opened.packBytes).toBe(905)
})

const entryOf = (path: string, more: Partial<IndexEntry> = {}): IndexEntry => ({
  path,
  offset: 100,
  compressedSize: 2000,
  size: 5000,
  crc32: 1,
  method: 8,
  ...more,
})

test('text that is large enough is selected, the largest first; source maps and media are not', () => {
  const entries = [
    entryOf('small.js', { size: 1000 }),
    entryOf('app.js'),
    entryOf('app.js.map'),
    entryOf('style.css', { compressedSize: 4000 }),
    entryOf('photo.jpg'),
    entryOf('stored.js', { method: 0, size: 2000 }),
    entryOf('icon.svg', { compressedSize: 1500 }),
    entryOf('huge.json', { size: 20 * 1024 * 1024 }),
    entryOf('noextension'),
  ]
  const index = { zipBytes: 1e6, entries: new Map(entries.map((entry) => [entry.path, entry])) }
  expect(selectEntries(index).map(({ path }) => path)).toEqual(['style.css', 'app.js', 'icon.svg'])
})

/** The stored form of a file, and a source that reads it. */
function storedForm(length: number) {
  const stored = Buffer.alloc(length, 'brotli bytes ')
  const packed: PackedEntry = {
    archiveOffset: 100,
    size: 5000,
    contentCrc32: 1,
    offset: 0,
    length,
    crc32: crc32(stored),
  }
  const read: ByteSource['read'] = async (start, bytes) => Buffer.from(stored.subarray(start, start + bytes))
  const source = { read, stream: (start: number, end: number) => streamOf(read, start, end) }
  const failures: unknown[] = []
  const open = () => packedForm(entryOf('app.js'), packed, source, (error) => failures.push(error))
  return { stored, failures, open }
}

test.each([
  ['a small body', 5000, false],
  ['a large one, streamed', 700_000, false],
  ['a large one, to be kept', 700_000, true],
])('%s of a damaged pack fails before anything is sent', async (_, length, isWhole) => {
  const { stored, failures, open } = storedForm(length)
  const form = open()
  const body = await form.read(isWhole)
  expect((Buffer.isBuffer(body) ? body : await buffer(body)).equals(stored)).toBe(true)
  stored.writeUInt8(stored.readUInt8(length - 1) ^ 1, length - 1)
  await expect(open().read(isWhole)).rejects.toThrow('no longer holds')
  expect(failures).toHaveLength(1)
  // One that was intact when it was first read is never sent to its end.
  const readAgain = async () => {
    const later = await form.read(isWhole)
    return later instanceof Readable ? buffer(later) : later
  }
  await expect(readAgain()).rejects.toThrow('no longer holds')
  expect(failures).toHaveLength(2)
})

test('a client that disconnects while a large body is streamed is no failure of the pack', async () => {
  const { failures, open } = storedForm(700_000)
  const body = await open().read(false)
  if (!(body instanceof Readable)) throw new Error('the body is not streamed')
  const isClosed = new Promise((resolve) => body.once('close', resolve))
  body.on('error', () => {})
  body.once('data', () => body.destroy(new Error('the client disconnected')))
  await isClosed
  expect(failures).toEqual([])
})
