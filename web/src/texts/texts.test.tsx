import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'

import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { formatDay } from '../shell/formats.ts'
import { LoadingScreen } from '../shell/LoadingScreen.tsx'
import { NotFoundPage } from '../shell/NotFoundPage.tsx'
import { basic } from './en/basic.ts'
import { further } from './en/further.ts'
import { loadFurtherTexts, loadTexts, texts } from './texts.ts'
import type { Catalogues } from './texts.ts'

// There is no document here.
vi.mock('../page-metadata.ts', () => ({ pageMetadata: { productName: 'Plinth' } }))

/** Pseudo-localised English: brackets make text that bypasses the catalogue stand out. */
const pseudoLocalize = (words: string) => `⟦${words}⟧`

function translated<Part>(part: Part): Part {
  if (typeof part === 'string') return pseudoLocalize(part) as Part
  if (typeof part === 'function') {
    const text = part as unknown as (...values: unknown[]) => unknown
    return ((...values: unknown[]) => {
      const result = text(...values)
      return typeof result === 'string' ? pseudoLocalize(result) : result
    }) as Part
  }
  return Object.fromEntries(
    Object.entries(part as object).map(([name, value]) => [name, translated(value) as unknown]),
  ) as Part
}

/** The codes from qaa to qtz are reserved for private use. */
const pseudo = { basic: async () => translated(basic), further: async () => translated(further) }
const english = { basic: async () => basic, further: async () => further }
const known: Catalogues = { en: english, qps: pseudo }

afterEach(() => loadTexts([]))

it('uses the first preferred language that is available, and else English', async () => {
  expect(await loadTexts(['xx', 'qps-ZZ', 'en'], known)).toBe('qps')
  expect(texts.shell.cancel).toBe('⟦Cancel⟧')
  expect(texts.storybooks.editOne('Buttons')).toBe('⟦Edit Buttons⟧')
  expect(await loadTexts(['de-DE', 'en-US', 'qps'], known)).toBe('en')
  expect(texts.shell.cancel).toBe('Cancel')
  expect(await loadTexts(['', '*'], known)).toBe('en')
})

it('falls back to the nearest variant of a language', async () => {
  const chinese = { 'zh-Hant': pseudo, zh: english }
  expect(await loadTexts(['zh-hant-hk'], chinese)).toBe('zh-Hant')
  expect(await loadTexts(['zh-CN'], chinese)).toBe('zh')
})

it('shows the whole page in that language, also modules imported before it was chosen', async () => {
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
  const shown = page
    .replace(/<style.*?<\/style>/gs, '')
    .split(/<[^>]*>/)
    .filter((text) => /\p{L}/u.test(text))
  expect(shown.length).toBeGreaterThanOrEqual(6)
  expect(shown.filter((text) => !text.startsWith('⟦'))).toEqual([])
})

it('falls back to English if a language cannot be loaded', async () => {
  const lost = {
    en: english,
    qps: { ...pseudo, basic: () => Promise.reject(new Error('The network is down')) },
  }
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await loadTexts(['qps'], lost)).toBe('en')
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
  expect(texts.shell.cancel).toBe('Cancel')
})

it('loads the texts of other pages with their code, and tries again after a failure', async () => {
  let attempts = 0
  async function loadSecondTime() {
    attempts += 1
    if (attempts === 1) throw new Error('The network is down')
    return pseudo.further()
  }
  await loadTexts(['qps'], { ...known, qps: { ...pseudo, further: loadSecondTime } })
  await expect(loadFurtherTexts()).rejects.toThrow('The network is down')
  expect(texts.webhooks).toBeUndefined()
  await loadFurtherTexts()
  expect(texts.webhooks.title).toBe('⟦Webhooks⟧')
  expect(texts.shell.cancel).toBe('⟦Cancel⟧')
  await loadFurtherTexts()
  expect(attempts).toBe(2)
})

it('loads the texts of other pages in the language that is being chosen', async () => {
  await Promise.all([loadTexts(['qps'], known), loadFurtherTexts()])
  expect(texts.webhooks.title).toBe('⟦Webhooks⟧')
  expect(texts.shell.cancel).toBe('⟦Cancel⟧')
})

it('formats dates for the user’s region, whatever the language', async () => {
  await loadTexts(['de-AT'])
  expect(formatDay('2026-03-09T12:00:00Z')).toBe('9 Mar 2026')
  await loadTexts(['en-US'])
  expect(formatDay('2026-03-09T12:00:00Z')).toBe('Mar 9, 2026')
})
