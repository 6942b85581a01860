import { expect, test } from 'vitest'

import { parseQuery } from './query-words.ts'
import { stepByText } from './search-steps.ts'

const wordsOf = (text: string) => parseQuery(text)?.words

/** What PostgreSQL is asked for. */
const askedFor = (text: string) => {
  const query = parseQuery(text)
  return query && stepByText(1, query, {}).query.replaceAll('1~', '')
}

test('names are looked for as a whole and by their parts', () => {
  expect(wordsOf('DataTable wide')).toEqual([
    { whole: 'datatable', parts: ['data', 'table'] },
    { whole: 'wide', parts: ['wide'] },
  ])
})

test('parts are few, however many names are typed', () => {
  const words = wordsOf('aaBb ccDd eeFf ggHh iiJj kkLl mmNn ooPp') ?? []
  expect(words.map(({ whole }) => whole)).toHaveLength(8)
  expect(words.filter(({ parts }) => parts.length > 1)).toHaveLength(5)
  const many = 'AaBbCcDdEeFfGgHhIiJjKk'
  expect(wordsOf(many)).toEqual([{ whole: many.toLowerCase(), parts: [many.toLowerCase()] }])
})

test('a word with which another one begins is not looked for', () => {
  expect(wordsOf('tab table ta')).toEqual([{ whole: 'table', parts: ['table'] }])
})

test('only the last word may be the beginning of a word with one letter', () => {
  expect(askedFor('x button p')).toBe(`('x' & 'button':* & 'p':*)`)
  expect(askedFor('Button2')).toBe(`(('button2':* | 'button':* & '2')) & '1'`)
})
