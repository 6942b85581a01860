import { expect, test } from 'vitest'

import { keepVocabularies } from './kept-vocabularies.ts'

test('the vocabulary of another revision is not used', () => {
  const kept = keepVocabularies()
  kept.add(1, 'old', 'button table')
  expect(kept.find(1, 'old')?.has('butt')).toBe(true)
  expect(kept.find(1, 'new')).toBeUndefined()
  expect(kept.find(2, 'old')).toBeUndefined()
})

test('an account without words has a vocabulary too', () => {
  expect(keepVocabularies().add(1, 'old', '').has('a')).toBe(false)
})

test('what was asked for last is kept, as far as it fits', () => {
  const { bytes } = keepVocabularies().add(1, 'old', 'button')
  const kept = keepVocabularies(2 * bytes)
  for (const account of [1, 2]) kept.add(account, 'old', 'button')
  kept.find(1, 'old')
  kept.add(3, 'old', 'button')
  expect([1, 2, 3].map((account) => kept.find(account, 'old') !== undefined)).toEqual([true, false, true])
})
