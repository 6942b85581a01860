import AxeBuilder from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { screens } from './screens.ts'
import { test, setScheme } from './visits.ts'

const schemes = ['light', 'dark'] as const

/** WCAG 2.2 AA and what axe counts as good practice. The frame shows somebody's build, not the portal. */
async function faultsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .exclude('iframe')
    .analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ target }) => target.join(' ')),
  }))
}

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
      expect(await faultsOf(page), `${screen.name}, ${colorScheme}`).toEqual([])
    }
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflowOf(page), `${screen.name} at ${width}`).toBe(0)
    }
  })
}
