import type { Page } from '@playwright/test'
import { createStorybook } from '@plinth/contract/storybooks.ts'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import { buildIn, publish } from './builds.ts'
import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** What can be tapped and is smaller than a finger. */
async function smallTargets(page: Page): Promise<string[]> {
  const targets = await page
    .locator(':is(header, main, output) :is(a, button, input:not([type=hidden]), select):visible')
    .all()
  expect(targets.length).toBeGreaterThan(4)
  const boxes = targets.map(async (target) => {
    const box = await target.boundingBox()
    const isSmall = !box || Math.min(box.width, box.height) < 44
    return isSmall ? [`${await target.ariaSnapshot()} ${box?.width} × ${box?.height}`] : []
  })
  return (await Promise.all(boxes)).flat()
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })

  test('everything is large enough for a finger, and taps leave no tooltips', async ({ page }) => {
    const team = await aTeam()
    const { path, account, storybook, version } = await publish(team, team.ada)
    await publish(team, team.ada, { storybook, zip: aStorybookZip({ label: 'two' }) })
    for (const title of ['Cards', 'Charts', 'Forms', 'Icons', 'Maps', 'Menus', 'Tables']) {
      await team.ada.call(createStorybook, { params: { account }, body: { title } })
    }
    await openAs(page, team.ada, `/account/${account}/storybooks`)
    const card = page.getByRole('article', { name: 'Buttons' })
    await expect(card.getByRole('link', { name: /View versions/ })).toBeVisible()
    expect(await smallTargets(page)).toEqual([])

    // With a keyboard there is one. After a tap, it would cover what is there until something else is tapped.
    const list = page.getByRole('button', { name: 'Show as a list' })
    const tooltip = page.getByRole('tooltip')
    await page.clock.install()
    await page.getByRole('button', { name: 'Show as cards' }).focus()
    await page.keyboard.press('Tab')
    await page.clock.runFor(1000)
    await expect(tooltip).toHaveText('Show as a list')
    await page.keyboard.press('Escape')
    await expect(tooltip).toHaveCount(0)
    await list.tap()
    await expect(list).toHaveAttribute('aria-pressed', 'true')
    await page.clock.runFor(1000)
    // What was due has been rendered by now.
    await page.evaluate(`fetch('/api/v1/config')`)
    await expect(tooltip).toHaveCount(0)

    await page.goto(`${path}/version/${version}`)
    await expect(buildIn(page).getByRole('heading', { name: 'Manager one' })).toBeVisible()
    await expect(page.getByText('Older version')).toBeVisible()
    expect(await smallTargets(page)).toEqual([])
  })
})
