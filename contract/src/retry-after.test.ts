import { expect, test } from 'vitest'

import { parseRetryAfter } from './retry-after.ts'

test.each([
  [undefined, undefined],
  [null, undefined],
  ['7', 7000],
  [' 0 ', 0],
  ['soon', undefined],
  ['Sun, 15 Nov 2026 03:00:10 GMT', 10_000],
  ['Sun, 15 Nov 2026 02:00:00 GMT', 0],
])('Retry-After %s is %s milliseconds', (header, expected) => {
  expect(parseRetryAfter(header, Date.parse('2026-11-15T03:00:00Z'))).toBe(expected)
})
