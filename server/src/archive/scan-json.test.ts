import { expect, test } from 'vitest'

import { isWithinLimits } from './scan-json.ts'

const small = { depth: 3, collections: 5, elements: 4 }
const scan = (json: string) => isWithinLimits(Buffer.from(json), small)

test.each([
  ['nothing', ''],
  ['a number', '1e999999'],
  ['depth at the limit', '[[[]]]'],
  ['collections at the limit', '[[],[],[],{}]'],
  ['elements at the limit', '[1,2,3,4,5]'],
  ['brackets and commas in a string', '"[[[[[[[[,,,,,,,,{{{{{{{{"'],
  ['the same after an escaped quote', String.raw`"\"[[[[[[,,,,,,,"`],
  ['the same after escaped backslashes and a quote', String.raw`"\\\"[[[[[[,,,,,,,"`],
  ['a string in UTF-8', '["ü[[[[[[","☃,,,,,,"]'],
  ['a byte order mark', '\uFEFF[[[]]]'],
  ['siblings, which are not nested', '[[[]],[[]]]'],
])('%s is within the limits', (_, json) => {
  expect(scan(json)).toBe(true)
})

test.each([
  ['arrays nested too deep', '[[[['],
  ['objects nested too deep', '{"a":{"a":{"a":{"a":1}}}}'],
  ['too many collections', '[[],[],[],[],[]]'],
  ['too many elements', '[1,2,3,4,5,6]'],
  ['too many members', '{"a":1,"a":1,"a":1,"a":1,"a":1,"a":1}'],
  ['brackets after a string that ends in an escaped backslash', String.raw`["\\",[[[[`],
  ['brackets after an empty string', '["",[[[['],
  ['brackets after a string with bytes that are no UTF-8', '["\xff",[[[['],
])('%s exceed the limits', (_, json) => {
  expect(isWithinLimits(Buffer.from(json, 'latin1'), small)).toBe(false)
})

test('the content of an unterminated string is not counted', () => {
  expect(scan('"[[[[[[[[')).toBe(true)
  expect(scan('"\\')).toBe(true)
})

const megabytes = (unit: string) => Buffer.from(unit.repeat((8 * 1024 * 1024) / unit.length))

test.each([
  ['nested arrays', megabytes('[')],
  ['nested objects', megabytes('{"a":')],
  ['numbers', megabytes('1,')],
  ['empty objects', megabytes('{},')],
  ['members of one name', megabytes('"a":1,')],
])('8 MB of %s exceed the limits', (_, bytes) => {
  expect(isWithinLimits(bytes)).toBe(false)
})

test('the index of a build with 25,000 stories does not', () => {
  const entries = Object.fromEntries(
    Array.from({ length: 25_000 }, (_, number) => [
      `components-button--story-${number}`,
      {
        type: 'story',
        subtype: 'story',
        id: `components-button--story-${number}`,
        name: `Story ${number}`,
        title: 'Components/Button',
        importPath: './src/components/button/button.stories.tsx',
        componentPath: './src/components/button/button.tsx',
        tags: ['dev', 'test', 'autodocs'],
        exportName: `Story${number}`,
      },
    ]),
  )
  expect(isWithinLimits(Buffer.from(JSON.stringify({ v: 5, entries })))).toBe(true)
})
