import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { barriersIn, colourRules } from './barriers.ts'
import { screens } from './screens.ts'
import { test, setScheme } from './visits.ts'

const schemes = ['light', 'dark'] as const

/** How many pixels the page is wider than the window. */
const overflowOf = (page: Page) =>
  page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

for (const screen of screens) {
  test(`${screen.name}: accessible in both colour schemes, readable from 360 pixels on`, async ({
    visit,
  }) => {
    const page = await visit(screen)
    for (const colorScheme of schemes) {
      await setScheme(page, colorScheme)
      const only = colorScheme === 'dark' ? colourRules : undefined
      expect(await barriersIn(page, { only }), `${screen.name}, ${colorScheme}`).toEqual([])
    }
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflowOf(page), `${screen.name} at ${width}`).toBe(0)
    }
  })
}
