import { expect, test } from 'vitest'

import { namedVersionAddress, shownVersionIn, versionNameIn } from './addresses.ts'

const place = { account: 'a1', storybook: 's1' }

test('the address of a branch is readable', () => {
  expect(namedVersionAddress(place, { by: 'branch', name: 'feature/login' })).toBe(
    '/account/a1/storybook/s1/branch/feature/login',
  )
})

test.each([
  'main',
  'feature/login',
  'with space',
  '100%',
  'a%2Fb',
  '100%25/2F',
  '機能/ボタン',
  'a?b#c&d=e+f',
  'a//b',
  '../../x',
  '/start',
  'end/',
  `x${'é'.repeat(127)}`,
])('the name %s is read from its address as it was written', (name) => {
  for (const by of ['branch', 'release'] as const) {
    const { pathname } = new URL(namedVersionAddress(place, { by, name }), 'https://portal.example')
    expect(versionNameIn(pathname)).toEqual({ by, name })
  }
})

test.each([
  '/account/a1/storybook/s1',
  '/account/a1/storybook/s1/branch/',
  '/account/a1/storybook/s1/branch/%E0%A4%A',
  '/account/a1/storybook/s1/version/x',
])('the address %s names no version', (pathname) => {
  expect(versionNameIn(pathname)).toBeUndefined()
})

test('the version that the viewer shows is read from its address', () => {
  const home = '/account/a1/storybook/s1'
  expect(shownVersionIn(home)).toEqual({ ...place, requested: undefined })
  expect(shownVersionIn(`${home}/version/v1`)).toEqual({ ...place, requested: 'v1' })
  expect(shownVersionIn(`${home}/branch/feature/login`)).toEqual({
    ...place,
    requested: { by: 'branch', name: 'feature/login' },
  })
  for (const other of ['/versions', '/branch/%E0', '/compare/...v1', '/version/v1/x']) {
    expect(shownVersionIn(home + other)).toBeUndefined()
  }
})
