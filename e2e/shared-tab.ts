import { test as base } from '@playwright/test'
import type { Page } from '@playwright/test'

import { port } from './where.ts'

/**
 * `tab` is one tab for the tests of a worker: a tab that has shown the portal before opens it with a third of the work.
 * `openAs` removes what the previous test has left there.
 */
export const test = base.extend<{ tab: Page }, { openTab: () => Promise<Page> }>({
  openTab: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        baseURL: `http://plinth.localhost:${port}`,
        viewport: { width: 1280, height: 800 },
      })
      await use(async () => context.pages()[0] ?? context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],

  tab: async ({ openTab }, use) => {
    const page = await openTab()
    await use(page)
    if (page.isClosed()) return
    page.removeAllListeners()
    await page.unrouteAll()
    await page.emulateMedia({ colorScheme: null, reducedMotion: null })
    for (const other of page.context().pages()) if (other !== page) await other.close()
  },
})
