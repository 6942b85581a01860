import { expect, test } from 'vitest'

import { compositionLabels } from './labels.ts'

const ringOf = (...keys: [string, ...string[]]) => ({ keys: () => keys }) as never

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** The bytes that a label writes, for everybody to read. */
function bytesOf(label: string): Buffer {
  const bits = Array.from(label.slice(1), (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  )
}

function idsAsBytes(compositionId: number, versionId: number): Buffer {
  const ids = Buffer.alloc(12)
  ids.writeUIntBE(compositionId, 0, 6)
  ids.writeUIntBE(versionId, 6, 6)
  return ids
}

test('a label is read back, also after its key was replaced, and by nobody without that key', () => {
  const composed = { compositionId: 7, versionId: 2 ** 40 }
  const label = compositionLabels(ringOf('old')).labelOf(composed)
  expect(label).toMatch(/^c[a-z2-7]{48}$/)
  expect(compositionLabels(ringOf('old')).labelOf(composed)).toBe(label)
  expect(compositionLabels(ringOf('new', 'old')).parse(label)).toEqual(composed)
  expect(compositionLabels(ringOf('new')).parse(label)).toBeUndefined()
})

test('a label does not show the ids in it, nor which of two came first', () => {
  const labels = compositionLabels(ringOf('key'))
  const [first, second] = [41, 42].map((compositionId) =>
    bytesOf(labels.labelOf({ compositionId, versionId: 1000 })),
  )
  const idBytes = 12
  expect(first?.subarray(0, idBytes)).not.toEqual(idsAsBytes(41, 1000))
  const same = Array.from({ length: idBytes }, (_, at) => first?.[at] === second?.[at]).filter(Boolean)
  expect(same.length).toBeLessThan(6)
})
