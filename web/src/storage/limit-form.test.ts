import { expect, it } from 'vitest'

import { parseLimit, formatLimit } from './limit-form.ts'

it.each([
  ['', null],
  ['  ', null],
  ['50', 50e9],
  [' 0 ', 0],
  ['1.5', 1.5e9],
  ['1,5', 1.5e9],
  ['0.000000001', 1],
  ['1000000', 1e15],
  ['1000001', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['1,000.5', undefined],
  ['50 GB', undefined],
  ['much', undefined],
])('parses %j as %s bytes', (text, bytes) => {
  expect(parseLimit(text)).toBe(bytes)
})

it.each([0, 1, 873, 50e9, 53_687_091_200, 1e15])('parses what it formats: %i', (bytes) => {
  expect(parseLimit(formatLimit(bytes))).toBe(bytes)
})
