import { expect, test } from 'vitest'

import { acceptedForms } from './accept-encoding.ts'

test.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['GZIP', true],
  ['x-gzip', true],
  ['br, *', true],
  ['*', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['identity;q=0', false],
  ['identity;q=0, gzip', true],
  ['gzip;q=0.001', true],
  [' gzip ; q=0.5 ', true],
  ['gzip;q=1, identity;q=1', true],
  [undefined, false],
  ['', false],
  ['identity', false],
  ['br', false],
  ['gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['gzip;q=0, *', false],
  ['*;q=0', false],
  ['identity;q=1, *;q=0', false],
  ['gzip;q=0.5, identity', false],
  ['gzip;q=nonsense', false],
  ['notgzip', false],
])('%s: gzip %s', (header, expected) => {
  expect(acceptedForms(header).gzip).toBe(expected)
  expect(acceptedForms(header).gzip).toBe(expected)
})

test.each([
  ['br', true],
  ['gzip, deflate, br, zstd', true],
  ['BR;q=0.5', true],
  ['br;q=0.8, gzip;q=0.8', true],
  ['br;q=0.7, gzip;q=0.8', false],
  ['br;q=0.7, identity', false],
  ['br;q=0.7, *', false],
  ['br;q=0', false],
  ['br;q=nonsense', false],
  ['*', false],
  ['gzip', false],
  [undefined, false],
])('%s: Brotli %s', (header, expected) => {
  expect(acceptedForms(header).brotli).toBe(expected)
  expect(acceptedForms(header).brotli).toBe(expected)
})
