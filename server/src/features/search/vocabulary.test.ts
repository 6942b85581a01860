import { expect, test } from 'vitest'

import { vocabularyOf } from './vocabulary.ts'

const vocabulary = vocabularyOf(
  'button buttons primary dialog checkbox datepicker navigation label table tab кнопка autocomplete'.split(
    ' ',
  ),
)

test.each([
  ['buton', 'button'],
  ['buttno', 'button'],
  ['utton', 'button'],
  ['vutton', 'button'],
  ['primry', 'primary'],
  ['dialgo', 'dialog'],
  ['chekbx', undefined],
  ['cheekbx', 'checkbox'],
  ['cheekbox', 'checkbox'],
  ['navgaiton', 'navigation'],
  // Equally near: the first letter decides.
  ['tabel', 'table'],
  ['lable', 'label'],
  // Still being typed.
  ['autocmp', 'autocomplete'],
  ['datepci', 'datepicker'],
  ['кнпока', 'кнопка'],
  // Too short, too long, or like no other.
  ['tba', undefined],
  ['zzzz', undefined],
  ['b'.repeat(60), undefined],
])('%s is probably %s', (typed, word) => {
  expect(vocabulary.nearest(typed)).toBe(word)
})

test('knows the beginnings of its words', () => {
  expect(['b', 'butt', 'button', 'tab'].map(vocabulary.has)).toEqual([true, true, true, true])
  expect(['bx', 'buttonss', 'zz'].map(vocabulary.has)).toEqual([false, false, false])
})
