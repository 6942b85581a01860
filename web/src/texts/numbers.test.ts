import { expect, it } from 'vitest'

import { pluralsOf } from './numbers.ts'

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
