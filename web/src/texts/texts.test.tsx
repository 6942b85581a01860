import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'

import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { formatDay } from '../shell/formats.ts'
import { LoadingScreen } from '../shell/LoadingScreen.tsx'
import { NotFoundPage } from '../shell/NotFoundPage.tsx'
import { en } from './en/en.ts'
import { loadTexts, texts } from './texts.ts'
import type { Texts } from './texts.ts'

/** English as if it were another language: in brackets, so that a word from elsewhere stands out. */
const strange = (words: string) => `⟦${words}⟧`

function translated<Part>(part: Part): Part {
  if (typeof part === 'string') return strange(part) as Part
  if (typeof part === 'function') {
    const say = part as unknown as (...values: unknown[]) => unknown
    return ((...values: unknown[]) => {
      const said = say(...values)
      return typeof said === 'string' ? strange(said) : said
    }) as Part
  }
  return Object.fromEntries(
    Object.entries(part as object).map(([name, value]) => [name, translated(value) as unknown]),
  ) as Part
}

/** A language nobody speaks: the range from qaa to qtz is for such. */
const pseudo: Texts = translated(en)
const known = { en: async () => en, qps: async () => pseudo }

afterEach(() => loadTexts([]))

it('speaks the first of a person’s languages that it knows, and else English', async () => {
  expect(await loadTexts(['xx', 'qps-ZZ', 'en'], known)).toBe('qps')
  expect(texts.shell.cancel).toBe('⟦Cancel⟧')
  expect(texts.storybooks.editOne('Buttons')).toBe('⟦Edit Buttons⟧')
  expect(await loadTexts(['de-DE', 'en-US', 'qps'], known)).toBe('en')
  expect(texts.shell.cancel).toBe('Cancel')
  expect(await loadTexts(['', '*'], known)).toBe('en')
})

it('takes the nearest there is of a language', async () => {
  const chinese = { 'zh-Hant': async () => pseudo, zh: async () => en }
  expect(await loadTexts(['zh-hant-hk'], chinese)).toBe('zh-Hant')
  expect(await loadTexts(['zh-CN'], chinese)).toBe('zh')
})

it('shows the page in that language, also what was imported before it was chosen', async () => {
  await loadTexts(['qps'], known)
  const page = renderToStaticMarkup(
    <MantineProvider>
      <MemoryRouter>
        <LoadingScreen />
        <NotFoundPage />
        <ErrorAlert error={undefined} retry={() => {}} />
      </MemoryRouter>
    </MantineProvider>,
  )
  const said = page
    .replace(/<style.*?<\/style>/gs, '')
    .split(/<[^>]*>/)
    .filter((text) => /\p{L}/u.test(text))
  expect(said.length).toBeGreaterThanOrEqual(6)
  expect(said.filter((text) => !text.startsWith('⟦'))).toEqual([])
})

it('stays with English when a language cannot be fetched', async () => {
  const lost = { en: async () => en, qps: () => Promise.reject(new Error('The network is down')) }
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await loadTexts(['qps'], lost)).toBe('en')
  expect(complaint).toHaveBeenCalledOnce()
  complaint.mockRestore()
  expect(texts.shell.cancel).toBe('Cancel')
})

it('writes dates as the person’s region does, whatever language it speaks', async () => {
  await loadTexts(['de-AT'])
  expect(formatDay('2026-03-09T12:00:00Z')).toBe('9 Mar 2026')
  await loadTexts(['en-US'])
  expect(formatDay('2026-03-09T12:00:00Z')).toBe('Mar 9, 2026')
})
