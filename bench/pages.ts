import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'

import tests from '../playwright.config.ts'
import { startPortal } from './portal.ts'
import { Unavailable } from './programs.ts'
import { median, note, printTable } from './table.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)

/** As Lighthouse measures for phones: a quarter of the CPU and a slow mobile connection. */
const slowProcessor = 4
const slowLine = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }

/** Lighthouse's own limits for "good", but half a second less until the largest text is there. */
const good = { lcp: 2000, tbt: 200, cls: 0.1 }

interface Figures {
  lcp: number
  tbt: number
  cls: number
  script: number
}

interface Visited {
  name: string
  path: RegExp
  /** The link in the header or on a card, and a text of the completely loaded page. */
  link: string
  complete: string
}

const pages: Visited[] = [
  { name: 'storybooks', path: /\/storybooks$/, link: 'Storybooks', complete: 'These users have access' },
  { name: 'settings', path: /\/settings$/, link: 'Settings', complete: 'Recent Invitations' },
  {
    name: 'getting started',
    path: /\/getting-started$/,
    link: 'Getting Started',
    complete: 'Storybook Hosting',
  },
]

/** Lab figures of the most visited pages, reloaded in a signed-in tab with an empty cache. */
export async function benchPages(folder: string): Promise<void> {
  const launch = tests.use?.launchOptions ?? {}
  // First: without a browser nothing else is to be started.
  const browser = await chromium.launch(launch).catch((cause: unknown) => {
    throw new Unavailable('Pages need Chromium: install it, or set CHROMIUM_PATH.', { cause })
  })
  const portal = await startPortal(folder)
  try {
    const page = await (await browser.newContext({ viewport: { width: 412, height: 823 } })).newPage()
    await page.addInitScript(observe)
    await page.goto(`http://plinth.localhost:${portal.port}/`)
    await page.getByRole('button', { name: 'owner@contoso.example' }).click()
    await page.getByRole('button', { name: /^User menu of/ }).waitFor()
    await slowDown(page)
    const measured = pages.map(() => [] as Figures[])
    for (let round = 0; round < rounds; round++) {
      for (const [index, one] of pages.entries()) measured[index]?.push(await visit(page, one))
    }
    for (const [index, { name }] of pages.entries()) print(name, measured[index] ?? [])
    note('As Lighthouse for phones: a quarter of the CPU, 1.6 Mbit/s, 150 ms latency; nothing cached.')
  } finally {
    await browser.close()
    await portal.close()
  }
}

async function slowDown(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', slowLine)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowProcessor })
}

async function visit(page: Page, { link, path, complete }: Visited): Promise<Figures> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: link, exact: true }).click()
  await page.waitForURL(path)
  await page.reload({ waitUntil: 'networkidle', timeout: 60_000 })
  await page.getByText(complete).first().waitFor()
  return page.evaluate('plinthFigures()')
}

/** Runs before the page's own scripts. Long tasks count from the first paint on, each with its time beyond 50 ms. */
const observe = `{
  const seen = { lcp: 0, tbt: 0, cls: 0 }
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  on('layout-shift', ({ value, hadRecentInput }) => (seen.cls += hadRecentInput ? 0 : value))
  on('longtask', ({ startTime, duration }) => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (paint && startTime >= paint.startTime) seen.tbt += duration - 50
  })
  globalThis.plinthFigures = () => ({
    ...seen,
    script: performance.getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  })
}`

function print(name: string, figures: Figures[]) {
  const line = (figure: keyof Figures, format: (value: number) => string, limit?: number) => {
    const values = figures.map((one) => one[figure])
    const middle = median(values)
    const verdict =
      limit === undefined ? {} : { bar: `at most ${format(limit)}`, verdict: judge(middle, limit) }
    return { name: figure.toUpperCase(), median: format(middle), spread: '', ...verdict }
  }
  printTable(name, [
    line('lcp', milliseconds, good.lcp),
    line('tbt', milliseconds, good.tbt),
    line('cls', (value) => value.toFixed(3), good.cls),
    line('script', (value) => `${Math.round(value / 1000)} KB`),
  ])
}

const milliseconds = (value: number) => `${Math.round(value)} ms`

const judge = (value: number, limit: number) => (value <= limit ? 'pass' : 'miss')
