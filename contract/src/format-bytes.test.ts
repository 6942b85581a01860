import { expect, test } from 'vitest'

import { formatBytes, formatBytesPerSecond } from './format-bytes.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [999_999, '1 MB'],
  [1_000_000, '1 MB'],
  [43_512_345, '43.5 MB'],
  [536_870_912, '537 MB'],
  [4_294_967_296, '4.29 GB'],
  [49_960_000_000, '50 GB'],
  [1.5e15, '1,500 TB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('every power of ten has the right unit', () => {
  const units = Array.from({ length: 13 }, (_, power) => formatBytes(10 ** power))
  expect(units.join(', ')).toBe(
    '1 byte, 10 bytes, 100 bytes, 1 kB, 10 kB, 100 kB, 1 MB, 10 MB, 100 MB, 1 GB, 10 GB, 100 GB, 1 TB',
  )
})

test('a speed reads like a size', () => {
  expect(formatBytesPerSecond(12_000_000)).toBe('12 MB/s')
})

test('the decimal separator is that of the locale', () => {
  expect(formatBytes(43_512_345, 'en-DE')).toBe('43,5 MB')
})
