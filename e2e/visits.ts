import { expect, test as base } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'

import { openAs, signIn } from './people.ts'
import type { Screen } from './screens/screen.ts'
import { aStage } from './stage.ts'
import type { Stage } from './stage.ts'

type Visit = (screen: Screen) => Promise<Page>

/** For tests of screens. Each visitor signs in once and uses one tab for all their screens. */
export const test = base.extend<object, { stage: Stage; visit: Visit }>({
  stage: [async ({ browser: _browser }, use) => use(await aStage()), { scope: 'worker' }],
  visit: [
    async ({ browser, stage }, use) => {
      await use(visits(browser, stage))
    },
    { scope: 'worker' },
  ],
})

/** Opens each screen as its visitor. */
export function visits(browser: Browser, stage: Stage): Visit {
  const tabs = new Map<Screen['by'], Promise<Page>>()

  async function tabOf(by: Screen['by']): Promise<Page> {
    const page = await (await browser.newContext()).newPage()
    if (by === 'operator') await signIn(page, 'operator@plinth.example')
    else if (by !== 'nobody') await openAs(page, stage[by])
    return page
  }

  return async ({ by, at, until, isNarrow }) => {
    const opening = tabs.get(by) ?? tabOf(by)
    tabs.set(by, opening)
    const page = await opening
    await page.setViewportSize({ width: isNarrow ? 360 : 1440, height: 900 })
    await page.goto(at(stage))
    await until(page, stage)
    return page
  }
}

/** Changes the colour scheme and waits until the page has applied it. */
export async function setScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const isApp = (await page.locator('html[data-mantine-color-scheme]').count()) > 0
  if (isApp) await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toHaveCount(1)
}
