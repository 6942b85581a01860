import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { resolvePath } from './file-names.ts'

function resolvedWithExceptions(from: string, to: string): string {
  try {
    return decodeURIComponent(new URL(to, `http://build/${from}`).pathname.slice(1))
  } catch {
    return ''
  }
}

test.each([
  ['assets/a.css', './b%20c.png?d#e', 'assets/b c.png'],
  ['assets/a.css', '../%C3%BC.png', 'ü.png'],
  ['assets/a.css', '/\\', ''],
  ['', '%', ''],
  ['', 'a%2', ''],
  ['', '%ff', ''],
  ['', '%ed%a0%80', ''],
])('from %j, %j leads to %j', (from, to, path) => {
  expect(resolvePath(from, to)).toBe(path)
  expect(resolvedWithExceptions(from, to)).toBe(path)
})

test('any address leads where it would if what is none threw an exception', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '%',
      '%2',
      '%2f',
      '%C3%BC',
      '%fF',
      '%EF%BB%BF',
      '/',
      '\\',
      '..',
      'http:',
      '//',
      '?',
      '#',
      ' ',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  const address = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(address, address, (from, to) => {
      expect(resolvePath(from, to)).toBe(resolvedWithExceptions(from, to))
    }),
    { numRuns: 2_000 },
  )
})

function shortestTime(resolve: typeof resolvePath, address: string): number {
  const times = Array.from({ length: 60 }, () => {
    const started = performance.now()
    for (let i = 0; i < 250; i++) resolve('assets/a.css', address)
    return performance.now() - started
  })
  return Math.min(...times)
}

test.each(['/\\', '%', '%ff'])('what is no address, such as %j, costs no exception', (address) => {
  expect(shortestTime(resolvePath, address)).toBeLessThan(shortestTime(resolvedWithExceptions, address) / 2)
})
