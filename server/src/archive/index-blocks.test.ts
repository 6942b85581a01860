import { randomBytes } from 'node:crypto'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { decodeIndex, encodeIndex } from './archive-index.ts'
import type { ArchiveIndex, IndexEntry } from './archive-index.ts'
import { blockOf, decodeBlock, decodeBlocks, encodeBlocks, maxWholeBytes } from './index-blocks.ts'

const indexOf = (paths: readonly string[]): ArchiveIndex => ({
  zipBytes: 2 ** 33,
  entries: new Map(
    paths.map((path, n): [string, IndexEntry] => [
      path,
      { path, offset: 40 + n, compressedSize: 20, size: 30, crc32: n, method: 8 },
    ]),
  ),
})

/** Enough that the index is not read whole. */
const manyPaths = Array.from({ length: 2000 }, (_, n) => `${n % 7}/${randomBytes(80).toString('hex')}`)

function lookUp(encoded: Buffer, blocks: Buffer, path: string): IndexEntry | undefined {
  const index = decodeBlocks(blocks)
  const block = blockOf(index, path)
  if (!block) return undefined
  const bytes = encoded.subarray(block.start, block.start + block.length)
  return decodeBlock(index, block, bytes).get(path)
}

function encoded(paths: readonly string[]) {
  const index = indexOf(paths)
  const bytes = encodeIndex(index)
  const blocks = encodeBlocks(bytes)
  if (!blocks) throw new Error('the index has no blocks')
  return { index, bytes, blocks }
}

test('a small index has no blocks', () => {
  expect(encodeBlocks(encodeIndex(indexOf(['index.html'])))).toBeUndefined()
})

test('every entry is in the block of its path, and nothing else is', () => {
  const { index, bytes, blocks } = encoded(manyPaths)
  expect(bytes.length).toBeGreaterThan(maxWholeBytes)
  for (const [path, entry] of index.entries) {
    expect(lookUp(bytes, blocks, path)).toEqual(entry)
    expect(lookUp(bytes, blocks, `${path}x`)).toBeUndefined()
  }
  expect(lookUp(bytes, blocks, '')).toBeUndefined()
  expect(lookUp(bytes, blocks, '\uFFFF')).toBeUndefined()
  const decoded = decodeBlocks(blocks)
  expect(Math.max(...decoded.blocks.map(({ length }) => length))).toBeLessThan(64 * 1024)
  expect(blocks.length).toBeLessThan(bytes.length / 50)
})

test('whatever the paths are made of', () => {
  const part = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.uniqueArray(part, { maxLength: 50 }), (parts) => {
      const paths = [...parts, ...manyPaths]
      const { bytes, blocks } = encoded(paths)
      for (const path of parts) expect(lookUp(bytes, blocks, path)?.path).toBe(path)
    }),
    { numRuns: 20 },
  )
})

test('the whole index is the same, whatever order its entries had', () => {
  const index = indexOf(manyPaths)
  const shuffled = { ...index, entries: new Map([...index.entries].toReversed()) }
  expect(encodeIndex(shuffled).equals(encodeIndex(index))).toBe(true)
  expect(decodeIndex(encodeIndex(index))).toEqual(index)
})

test('blocks that are damaged are refused', () => {
  const { bytes, blocks } = encoded(manyPaths)
  for (let at = 0; at < blocks.length; at += 37) {
    const changed = Buffer.from(blocks)
    changed.writeUInt8((changed[at] ?? 0) ^ 0x10, at)
    expect(() => decodeBlocks(changed)).toThrow('damaged')
    expect(() => decodeBlocks(blocks.subarray(0, at))).toThrow('damaged')
  }
  const decoded = decodeBlocks(blocks)
  const block = decoded.blocks[1]
  if (!block) throw new Error('there is one block only')
  const part = Buffer.from(bytes.subarray(block.start, block.start + block.length))
  expect(() => decodeBlock(decoded, block, part.subarray(1))).toThrow('damaged')
  part.writeUInt8((part[30] ?? 0) ^ 1, 30)
  expect(() => decodeBlock(decoded, block, part)).toThrow('damaged')
})
