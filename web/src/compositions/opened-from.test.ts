import { afterEach, expect, it, vi } from 'vitest'

import { openedFrom, rememberOpener } from './opened-from.ts'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})
afterEach(() => stored.clear())

function load(request: string, referrer: string) {
  vi.stubGlobal('location', new URL(`https://plinth.example/compose?${new URLSearchParams({ request })}`))
  vi.stubGlobal('document', { referrer })
  rememberOpener()
}

it('remembers the page that opened it first, and for no other request', () => {
  load('sealed', 'https://storybook.example/')
  load('sealed', 'https://login.example/')
  expect([openedFrom('sealed'), openedFrom('other'), openedFrom('')]).toEqual([
    'https://storybook.example',
    '',
    '',
  ])
})

it('takes no origin from the request, which others choose', () => {
  load('sealed https://storybook.example', 'https://evil.example/')
  load('sealed', 'https://evil.example/')
  expect(openedFrom('sealed')).toBe('https://evil.example')
  load('https://storybook.example sealed', '')
  load('sealed', '')
  expect(openedFrom('sealed')).toBe('')
})
