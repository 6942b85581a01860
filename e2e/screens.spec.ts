import type { Page } from '@playwright/test'

import { barriersIn, colourRules } from './barriers.ts'
import { screens } from './screens/screens.ts'
import { expect, test } from './test.ts'
import { setScheme } from './visits.ts'

const schemes = ['light', 'dark'] as const

const dialog = '[role=dialog], [role=alertdialog]'

/** By how many pixels the page is wider than the window. */
const overflowOf = (page: Page) =>
  page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

for (const screen of screens) {
  test(
    `${screen.name}: accessible in both colour schemes, readable from 360 pixels on`,
    { tag: '@long' },
    async ({ visit }) => {
      const page = await visit(screen)
      // What is behind a dialog is a screen of its own.
      const hasDialog = (await page.locator(dialog).count()) > 0
      for (const colorScheme of schemes) {
        await setScheme(page, colorScheme)
        const only = colorScheme === 'dark' ? colourRules : undefined
        expect(
          await barriersIn(page, { only, within: hasDialog ? dialog : undefined }),
          `${screen.name}, ${colorScheme}`,
        ).toEqual([])
      }
      for (const width of [768, 360]) {
        await page.setViewportSize({ width, height: 800 })
        // An open menu finds its new place a moment after the window has its size.
        await expect.poll(() => overflowOf(page), `${screen.name} at ${width}`).toBe(0)
      }
    },
  )
}

test('storybooks are shown in 1, 2 or 3 columns by screen width', async ({ visit, stage }) => {
  const page = await visit({
    name: 'columns',
    by: 'ada',
    at: () => `/account/${stage.account.publicId}/storybooks`,
    until: (tab) => expect(tab.getByRole('article', { name: 'Icons' })).toBeVisible(),
  })
  const columns = async () => {
    const cards = ['Checkout', 'Design System', 'Icons'].map((name) => page.getByRole('article', { name }))
    const boxes = await Promise.all(cards.map((card) => card.boundingBox()))
    return new Set(boxes.map((box) => box?.x)).size
  }
  for (const [width, count] of [
    [360, 1],
    [767, 1],
    [768, 2],
    [1199, 2],
    [1200, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(columns, `at ${width}`).toBe(count)
  }
})
