import { expect, test } from 'vitest'

import { unwrittenPieces } from './unwritten-pieces.ts'

test('a piece is released once the file has written all of it', () => {
  const pieces = unwrittenPieces()
  const [first, second] = [Buffer.alloc(64 * 1024), Buffer.alloc(64 * 1024)]
  pieces.add(first, 65_536)
  pieces.add(second, 131_072)
  pieces.releaseUpTo(65_535)
  expect(first.length).toBe(65_536)
  pieces.releaseUpTo(65_536)
  expect([first.length, second.length]).toEqual([0, 65_536])
  pieces.releaseUpTo(131_072)
  expect(second.length).toBe(0)
})

test('an upload in single bytes is not queued, however fast it arrives', () => {
  const pieces = unwrittenPieces()
  for (let end = 1; end <= 100_000; end++) pieces.add(Buffer.alloc(1), end)
  expect(pieces.count()).toBe(0)
})

test('a slice of memory that others use is not released', () => {
  const pieces = unwrittenPieces()
  const shared = Buffer.alloc(64 * 1024, 'x')
  pieces.add(shared.subarray(0, 32 * 1024), 32 * 1024)
  pieces.releaseUpTo(32 * 1024)
  expect(shared.toString('latin1', 0, 3)).toBe('xxx')
})
