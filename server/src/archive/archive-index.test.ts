import { describe, expect, test } from 'vitest'

import { decodeIndex, encodeIndex, findEntry } from './archive-index.ts'
import type { ArchiveIndex, IndexEntry } from './archive-index.ts'
import { seal } from './sealed.ts'

const entry = (path: string, odd: Partial<IndexEntry> = {}): [string, IndexEntry] => [
  path,
  { path, offset: 40, compressedSize: 20, size: 30, crc32: 0xdeadbeef, method: 8, ...odd },
]
const index: ArchiveIndex = {
  zipBytes: 2 ** 33,
  entries: new Map([
    entry('index.html'),
    entry('docs/index.html', { offset: 2 ** 32 + 5, crc32: 0 }),
    entry('日本/ü.js', { method: 0, size: 20 }),
  ]),
}

/** Changes some bytes and makes the checksum right again. */
function forge(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(encodeIndex(index))
  change(bytes)
  return seal(bytes)
}

describe('an entry is found', () => {
  test.each([
    ['', 'index.html'],
    ['/', 'index.html'],
    ['index.html', 'index.html'],
    ['/index.html', 'index.html'],
    ['/docs/', 'docs/index.html'],
    ['/日本/ü.js', '日本/ü.js'],
  ])('%s: %s', (path, found) => {
    expect(findEntry(index, path)?.path).toBe(found)
  })

  test.each(['docs', '/docs', '//index.html', 'INDEX.html', '/none/', '__proto__', 'constructor'])(
    'but not %s',
    (path) => {
      expect(findEntry(index, path)).toBeUndefined()
    },
  )
})

describe('the encoded index', () => {
  test('comes back as it was, and is small', () => {
    const bytes = encodeIndex(index)
    expect(decodeIndex(bytes)).toEqual(index)
    expect(bytes.length).toBeLessThan(100 * index.entries.size)
  })

  test('is refused when any byte of it is changed or missing', () => {
    const bytes = encodeIndex(index)
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8((changed[at] ?? 0) ^ 0x10, at)
      expect(() => decodeIndex(changed)).toThrow(/index/)
      expect(() => decodeIndex(bytes.subarray(0, at))).toThrow(/index/)
    }
  })

  test.each([
    ['another version', (bytes: Buffer) => void bytes.writeUInt16LE(2, 4)],
    ['a count that is wrong', (bytes: Buffer) => void bytes.writeUInt32LE(2, 6)],
    ['an entry outside the zip', (bytes: Buffer) => void bytes.writeUIntLE(2 ** 40, 16, 6)],
    ['an entry inside a header', (bytes: Buffer) => void bytes.writeUIntLE(3, 16, 6)],
    ['a method that is not served', (bytes: Buffer) => void bytes.writeUInt8(9, 38)],
    ['a stored entry of two sizes', (bytes: Buffer) => void bytes.writeUInt8(0, 38)],
    ['a path that is cut off', (bytes: Buffer) => void bytes.writeUInt16LE(0xffff, 39)],
  ])('is refused with %s', (_, change) => {
    expect(() => decodeIndex(forge(change))).toThrow(/index/)
  })
})
