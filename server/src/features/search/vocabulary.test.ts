import { describe, expect, test } from 'vitest'

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

const ending = (n: number) =>
  String(n)
    .padStart(5, '0')
    .replaceAll(/\d/g, (digit) => 'klmnopqrst'.charAt(Number(digit)))

describe('100,000 long words that are alike', () => {
  const beginning = 'abcdefghijklmnopqrstuvwxyzabcdefghij'
  const alike = vocabularyOf(Array.from({ length: 100_000 }, (_, i) => beginning + ending(i)))

  test('cost no more than the budget, however many are similar to what was typed', () => {
    const budget = { letters: 10_000 }
    expect(alike.nearest(`${beginning}9999`, budget)).toBeUndefined()
    expect(budget.letters).toBeLessThanOrEqual(0)
    expect(budget.letters).toBeGreaterThan(-40)
  })

  test('are still corrected, because the nearest are compared first', () => {
    expect(alike.nearest(`${beginning}klxn`)).toMatch(new RegExp(`^${beginning}kl`))
  })
})
