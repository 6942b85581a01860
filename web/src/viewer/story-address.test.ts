import { expect, test } from 'vitest'

import { readLocationMessage, readStoryRequest, storyPathSearch, storySearch } from './story-address.ts'

test.each([
  '?path=/story/button--primary',
  '?path=/docs/introduction--docs',
  '?path=/settings/about',
  '?path=/story/button--primary&args=label:Hi;size:large',
  '?path=/story/button--primary&args=a:1&globals=theme:dark',
])('%s is accepted unchanged', (search) => {
  expect(storySearch(search)).toBe(search)
})

test('decodes values and writes them in a readable form', () => {
  expect(storySearch('?path=%2Fstory%2Fbutton--primary&args=label%3AHello+World')).toBe(
    '?path=/story/button--primary&args=label:Hello%20World',
  )
  const japanese = storySearch('?path=/story/ボタン--基本')
  expect(new URLSearchParams(japanese).get('path')).toBe('/story/ボタン--基本')
})

test('drops other keys', () => {
  expect(storySearch('?path=/story/a--b&full=1&token=secret&nav=false')).toBe('?path=/story/a--b')
})

test.each([
  '',
  '?',
  '?path=',
  '?path=/',
  '?path=/story/',
  '?path=story/a--b',
  '?path=//evil.example/story/a',
  '?path=https://evil.example/story/a',
  '?path=javascript:alert(1)',
  '?path=/account/x/settings',
  '?path=/story/a--b%0Aset-cookie',
  '?path=/story/a b',
  '?path=/story/../../settings',
  '?path=/story//evil.example',
  '?path=/story/<script>',
  '?path=/story/a%26args%3Db',
  `?path=/story/${'a'.repeat(1000)}`,
])('%s is rejected', (search) => {
  expect(storySearch(search)).toBe('')
})

test('drops values that are too long or contain control characters, but keeps the story', () => {
  expect(storySearch(`?path=/story/a--b&args=${'x'.repeat(2001)}`)).toBe('?path=/story/a--b')
  expect(storySearch('?path=/story/a--b&globals=a%00b')).toBe('?path=/story/a--b')
})

test('accepts its own output unchanged', () => {
  const search = storySearch('?path=/story/a--b&args=text:50%25+%26+more;link:!undefined&globals=x:%23fff')
  expect(storySearch(search)).toBe(search)
})

test('reads only messages of the agreed shape', () => {
  const message = { type: 'plinth:location', search: '?path=/story/a--b', title: 'A / B ⋅ Storybook' }
  expect(readLocationMessage(message)).toEqual({ search: '?path=/story/a--b', title: 'A / B' })
  expect(readLocationMessage({ ...message, title: undefined })).toMatchObject({ title: '' })
  expect(readLocationMessage({ ...message, title: 'storybook - ⋅ Storybook' })).toMatchObject({ title: '' })
  expect(readLocationMessage({ ...message, title: 'storybook - ' })).toMatchObject({ title: '' })
  expect(readLocationMessage({ ...message, title: 'A\u0000\n\u202EB' })).toMatchObject({ title: 'A B' })
  const others = [
    undefined,
    null,
    'plinth:location',
    [],
    { ...message, type: 'other' },
    { ...message, search: 7 },
    { ...message, search: '' },
    { ...message, search: `?path=/story/a--b&x=${'x'.repeat(10_000)}` },
  ]
  for (const other of others) expect(readLocationMessage(other)).toBeUndefined()
})

test('an entry has the address at which Storybook shows it', () => {
  expect(storyPathSearch({ id: 'button--primary', kind: 'story' })).toBe('?path=/story/button--primary')
  expect(storyPathSearch({ id: 'guide--docs', kind: 'docs' })).toBe('?path=/docs/guide--docs')
  expect(storyPathSearch({ id: 'knopf--größe', kind: 'test' })).toBe('?path=/story/knopf--gr%C3%B6%C3%9Fe')
  expect(storyPathSearch({ id: '../x', kind: 'story' })).toBe('')
})

const event = (type: string, ...args: unknown[]) =>
  JSON.stringify({ key: 'storybook-channel', event: { type, args, from: 'x' } })

test.each([
  [event('navigateUrl', '?path=/docs/button--docs', {}), { id: 'button--docs', isDocs: true }],
  [event('selectStory', { storyId: 'button--primary' }), { id: 'button--primary', isDocs: false }],
  [event('selectStory', { kind: 'Button', story: 'Primary' }), { title: 'Button', name: 'Primary' }],
])('a bare preview asks for another story: %s', (message, request) => {
  expect(readStoryRequest(message)).toEqual(request)
})

test.each([
  event('navigateUrl', 'javascript:alert(1)'),
  event('navigateUrl', '?path=/settings/about'),
  event('selectStory', { storyId: '../../x' }),
  event('selectStory', null),
  event('storyRendered', 'button--primary'),
  '{"key":"storybook-channel"',
  '{"key":"storybook-channel","event":{"args":7}}',
  'null',
  { key: 'storybook-channel' },
])('%j is no request', (message) => {
  expect(readStoryRequest(message)).toBeUndefined()
})
