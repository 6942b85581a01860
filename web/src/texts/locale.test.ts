import { expect, it } from 'vitest'

import { tagFor } from './locale.ts'

it.each([
  [['de-DE', 'en-US'], 'en-DE'],
  [['en-GB'], 'en-GB'],
  // The default list of a German Firefox.
  [['de', 'en-US', 'en'], 'en-DE'],
  [['zh-Hant-TW'], 'en-TW'],
  [['de-DE-u-ca-buddhist-nu-thai'], 'en-DE'],
  [['es-419'], 'en-419'],
])('for preferred languages %j, English becomes %s', (preferred, tag) => {
  expect(tagFor('en', preferred)).toBe(tag)
})

it.each([[[]], [['']], [['*']], [['de_DE']], [['not a language']], [['C']], [['x-private']]])(
  'invalid preferences such as %j add no region',
  (preferred) => {
    expect(tagFor('en', preferred)).toBe('en')
  },
)

it('skips invalid tags before a valid one', () => {
  expect(tagFor('en', ['*', 'fr-CA'])).toBe('en-CA')
})

it('replaces the region of a language and keeps its script', () => {
  expect(tagFor('pt-BR', ['pt-PT'])).toBe('pt-PT')
  expect(tagFor('zh-Hant', ['zh-HK'])).toBe('zh-Hant-HK')
})
