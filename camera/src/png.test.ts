import { deflateSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { comparePictures } from './compare-pictures.ts'
import { decodePng, encodePng, UnreadablePicture } from './png.ts'
import type { Pixels } from './png.ts'

/** A picture of one colour, with some pixels of others. */
function aPicture(
  width: number,
  height: number,
  colour: number[],
  others: [number, number, number[]][] = [],
) {
  const data = new Uint8Array(width * height * 4)
  for (let at = 0; at < data.length; at += 4) data.set([...colour, 255], at)
  for (const [x, y, other] of others) data.set([...other, 255], (y * width + x) * 4)
  return { width, height, data } satisfies Pixels
}

test('what is written is read again', () => {
  const picture = aPicture(7, 5, [10, 200, 30], [[3, 2, [1, 2, 3]]])
  expect(decodePng(encodePng(picture))).toEqual({ ...picture, data: Uint8Array.from(picture.data) })
})

test('every filter of PNG is undone', () => {
  const { width, height, data } = aPicture(
    6,
    5,
    [90, 91, 92],
    [
      [0, 0, [1, 2, 3]],
      [5, 4, [250, 251, 252]],
      [2, 3, [7, 77, 177]],
    ],
  )
  const png = encodePng({ width, height, data })
  const rowBytes = width * 4
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (data[y * rowBytes + x] ?? 0))
  const predicted = (filter: number, x: number, y: number) => {
    const [left, above, corner] = [at(x - 4, y), at(x, y - 1), at(x - 4, y - 1)]
    if (x < 4 && (filter === 1 || filter === 3 || filter === 4)) {
      if (filter === 1) return 0
      if (filter === 3) return above >> 1
      return above
    }
    if (filter === 1) return left
    if (filter === 2) return above
    if (filter === 3) return (left + above) >> 1
    if (filter === 0) return 0
    const estimate = left + above - corner
    const nearest = [left, above, corner].toSorted((a, b) => Math.abs(estimate - a) - Math.abs(estimate - b))
    return nearest[0] ?? 0
  }
  const rows = Buffer.alloc((rowBytes + 1) * height)
  for (let y = 0; y < height; y += 1) {
    rows[y * (rowBytes + 1)] = y
    for (let x = 0; x < rowBytes; x += 1) rows[y * (rowBytes + 1) + 1 + x] = at(x, y) - predicted(y, x, y)
  }
  const compressed = deflateSync(rows)
  const header = png.subarray(0, 33)
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), compressed, Buffer.alloc(4)])
  chunk.writeUInt32BE(compressed.length)
  expect(decodePng(Buffer.concat([header, chunk])).data).toEqual(Uint8Array.from(data))
})

test.each([
  ['no PNG', Buffer.from('GIF89a')],
  ['no header', encodePng(aPicture(2, 2, [0, 0, 0])).subarray(0, 8)],
  ['16 bits', patched(24, 16)],
  ['a palette', patched(25, 3)],
  ['interlaced', patched(28, 1)],
  ['a size of nothing', patched(19, 0)],
  ['more than a screen could show', patched(16, 127)],
])('%s is refused', (_, png) => {
  expect(() => decodePng(png)).toThrow(UnreadablePicture)
})

function patched(offset: number, value: number): Buffer {
  const png = Buffer.from(encodePng(aPicture(2, 2, [0, 0, 0])))
  png[offset] = value
  return png
}

test('a picture that unpacks to more than its size says is refused', () => {
  const large = encodePng(aPicture(300, 300, [0, 0, 0]))
  large.writeUInt32BE(2, 16)
  large.writeUInt32BE(2, 20)
  expect(() => decodePng(large)).toThrow(/larger than|length/)
})

test('every pixel that differs is counted, and those that people notice', () => {
  const before = aPicture(10, 10, [37, 99, 235])
  const after = aPicture(
    10,
    10,
    [37, 99, 235],
    [
      [1, 1, [37, 99, 236]],
      [2, 2, [255, 255, 255]],
    ],
  )
  expect(comparePictures(encodePng(before), encodePng(after))).toMatchObject({
    width: 10,
    height: 10,
    pixels: 2,
    visiblePixels: 1,
  })
})

test('what one picture has more of counts as different', () => {
  const [before, after] = [aPicture(10, 10, [0, 0, 0]), aPicture(12, 11, [0, 0, 0])]
  const difference = comparePictures(encodePng(before), encodePng(after))
  expect(difference).toMatchObject({ width: 12, height: 11, pixels: 12 * 11 - 100 })
  const { data } = decodePng(difference.png)
  expect([...data.subarray(11 * 4, 11 * 4 + 4)]).toEqual([224, 49, 49, 255])
})
