import { afterEach, describe, expect, test } from 'vitest'

import { setLocale } from '../texts/locale.ts'
import { formatNumber } from '../texts/numbers.ts'
import { formatBytes, formatDay, formatExact, formatRelative, formatSpeed, formatWait } from './formats.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const before = (milliseconds: number) => new Date(now - milliseconds).toISOString()
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test('less than a minute is just now, also in the future, since clocks differ', () => {
  expect(formatRelative(before(59_999), now)).toBe('just now')
  expect(formatRelative(before(-59_999), now)).toBe('just now')
})

test.each([
  [minute, '1 minute ago'],
  [2 * hour - 1, '1 hour ago'],
  [2 * hour, '2 hours ago'],
  [6 * day, '6 days ago'],
  [20 * day, '2 weeks ago'],
  [100 * day, '3 months ago'],
  [800 * day, '2 years ago'],
  [-3 * day, 'in 3 days'],
])('%d ms ago is shown in the largest whole unit', (distance, text) => {
  expect(formatRelative(before(distance), now)).toBe(text)
})

test('narrow dates are abbreviated', () => {
  expect(formatRelative(before(2 * hour), now, 'narrow')).toBe('2h ago')
})

test.each(['long', 'narrow'] as const)('%s dates are worded as the browser does', (style) => {
  const browser = new Intl.RelativeTimeFormat('en', { style })
  const cases = { year: 400 * day, month: 40 * day, week: 10 * day, day, hour, minute }
  for (const [unit, distance] of Object.entries(cases)) {
    const name = unit as keyof typeof cases
    expect(formatRelative(before(distance), now, style)).toBe(browser.format(-1, name))
    expect(formatRelative(before(-distance), now, style)).toBe(browser.format(1, name))
  }
})

test('speeds and waits', () => {
  expect(formatSpeed(12_000_000)).toBe('12 MB/s')
  expect(formatWait(0.2)).toBe('1 sec')
  expect(formatWait(59)).toBe('59 sec')
  expect(formatWait(61)).toBe('2 min')
  expect(formatWait(3601)).toBe('2 hr')
})

describe('in English for other regions', () => {
  afterEach(() => setLocale('en', []))

  test.each([
    ['en-US', '1,234.5', 'Mar 9, 2026', '43.5 MB'],
    ['en-GB', '1,234.5', '9 Mar 2026', '43.5 MB'],
    ['de-DE', '1.234,5', '9 Mar 2026', '43,5 MB'],
    ['de-CH', '1’234.5', '9 Mar 2026', '43.5 MB'],
    ['sv-SE', '1\u{a0}234,5', '9 Mar 2026', '43,5 MB'],
    ['hi-IN', '1,234.5', '9 Mar 2026', '43.5 MB'],
  ])('numbers and days are formatted as in %s', (preferred, number, day, size) => {
    setLocale('en', [preferred])
    expect(plain(formatNumber(1234.5))).toBe(plain(number))
    expect(formatDay('2026-03-09T12:00:00Z')).toBe(day)
    expect(formatBytes(43_512_345)).toBe(size)
  })

  test('times use the 12-hour or 24-hour clock of the region', () => {
    const afternoon = new Date(2026, 2, 9, 15, 4, 5).toISOString()
    setLocale('en', ['de-DE'])
    expect(formatExact(afternoon)).toMatch(/^9 March 2026 at 15:04:05/)
    setLocale('en', ['en-US'])
    expect(formatExact(afternoon)).toMatch(/^March 9, 2026 at 3:04:05\sPM/)
  })

  test('the words stay English', () => {
    setLocale('en', ['de-DE'])
    expect(formatRelative(before(2 * hour), now)).toBe('2 hours ago')
    expect(formatWait(59)).toBe('59 sec')
  })
})

/** Apostrophes and spaces between digits differ between versions of the locale data. */
const plain = (text: string) => text.replace(/[’']/g, "'").replace(/\s/g, ' ')
