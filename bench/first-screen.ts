import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'

import tests from '../playwright.config.ts'
import type { Portal } from './portal.ts'
import { Unavailable } from './programs.ts'

export interface Address {
  path: string
  /** A part of the page that is there once its first screen is. */
  selector: string
}

export interface FirstScreens {
  /** How long a person waits: from opening the address to the frame that shows that part, with a warm browser cache. */
  open(address: Address): Promise<number>
  close(): Promise<void>
}

/** A browser in which the demo's owner is signed in. */
export async function openBrowser({ port }: Portal): Promise<FirstScreens> {
  const browser = await chromium.launch(tests.use?.launchOptions ?? {}).catch((cause: unknown) => {
    throw new Unavailable('Pages need Chromium: install it, or set CHROMIUM_PATH.', { cause })
  })
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  const origin = `http://plinth.localhost:${port}`
  await page.goto(origin)
  await page.getByRole('button', { name: 'owner@contoso.example' }).click()
  await page.getByRole('button', { name: /^User menu of/ }).waitFor()
  return {
    open: ({ path, selector }) => open(page, origin + path, selector),
    close: () => browser.close(),
  }
}

async function open(page: Page, url: string, selector: string): Promise<number> {
  // Of the page before.
  await page.goto('about:blank')
  const observing = await page.addInitScript(observe, selector)
  await page.goto(url, { waitUntil: 'commit' })
  const shown = await page.waitForFunction(() => (globalThis as Observed).plinthShown)
  await observing.dispose()
  return (await shown.jsonValue()) ?? Number.NaN
}

type Observed = { plinthShown?: number }

/** Runs before the page's own scripts. The frame has been handed over when a timer after it fires. */
function observe(selector: string) {
  const page = globalThis as unknown as Observed & {
    document: { querySelector(selector: string): unknown }
    MutationObserver: new (look: () => void) => {
      observe(node: unknown, options: object): void
      disconnect(): void
    }
    requestAnimationFrame(then: () => void): void
  }
  const observer = new page.MutationObserver(() => {
    if (!page.document.querySelector(selector)) return
    observer.disconnect()
    page.requestAnimationFrame(() => setTimeout(() => (page.plinthShown = performance.now())))
  })
  observer.observe(page.document, { childList: true, subtree: true })
}
