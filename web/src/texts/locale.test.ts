import { expect, it } from 'vitest'

import { tagFor } from './locale.ts'

it.each([
  [['de-DE', 'en-US'], 'en-DE'],
  [['en-GB'], 'en-GB'],
  // Firefox in German lists its languages so; the region of the first is the likely one.
  [['de', 'en-US', 'en'], 'en-DE'],
  [['zh-Hant-TW'], 'en-TW'],
  [['de-DE-u-ca-buddhist-nu-thai'], 'en-DE'],
  [['es-419'], 'en-419'],
])('somebody who prefers %j reads English as %s', (preferred, tag) => {
  expect(tagFor('en', preferred)).toBe(tag)
})

it.each([[[]], [['']], [['*']], [['de_DE']], [['not a language']], [['C']], [['x-private']]])(
  'odd preferences such as %j leave the language alone',
  (preferred) => {
    expect(tagFor('en', preferred)).toBe('en')
  },
)

it('passes over what is no language on the way to one that is', () => {
  expect(tagFor('en', ['*', 'fr-CA'])).toBe('en-CA')
})

it('replaces the region of a language that has one, and keeps its script', () => {
  expect(tagFor('pt-BR', ['pt-PT'])).toBe('pt-PT')
  expect(tagFor('zh-Hant', ['zh-HK'])).toBe('zh-Hant-HK')
})
