import { expect, it } from 'vitest'

import { formatNumber, pluralsOf } from './numbers.ts'

it('picks the plural form for the count', () => {
  const plural = pluralsOf('en')
  const stories = (count: number) => plural(count, { one: '# story', other: '# stories' })
  expect([0, 1, 2, 2400].map(stories)).toEqual(['0 stories', '1 story', '2 stories', '2,400 stories'])
})

it('supports languages with more than two forms, and falls back to `other`', () => {
  const plural = pluralsOf('pl')
  const files = (count: number) => plural(count, { one: '# plik', few: '# pliki', other: '# plików' })
  expect([1, 3, 5, 22].map(files)).toEqual(['1 plik', '3 pliki', '5 plików', '22 pliki'])
})

it('has the same numbers and English plurals as the browser', () => {
  const rules = new Intl.PluralRules('en')
  const plural = pluralsOf('en')
  for (const value of [0, 1, 2, 11, 21, 101, 999, 1000, 1.5, -1, 1_234_567]) {
    const form = plural(value, { one: '# one', other: '# other' })
    expect(form).toBe(`${new Intl.NumberFormat('en').format(value)} ${rules.select(value)}`)
    expect(formatNumber(value)).toBe(new Intl.NumberFormat('en').format(value))
  }
})
