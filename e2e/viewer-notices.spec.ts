import type { Page } from '@playwright/test'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import { buildIn, publish } from './builds.ts'
import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

const managerWith = (script: string) =>
  aStorybookZip({
    files: {
      'index.html': `<!doctype html><html><head>${script}</head><body><div id="root"></div></body></html>`,
    },
  })

const troubles = [
  {
    what: 'whose script is missing',
    zip: managerWith('<script type="module" src="./assets/main.js"></script>'),
    says: 'index.html asks for assets/main.js, which is not in this version.',
  },
  {
    what: 'whose script fails',
    zip: managerWith('<script>throw new Error("No theme\\nAt all")</script>'),
    says: 'Its scripts failed: Uncaught Error: No theme',
  },
  { what: 'that shows nothing', zip: managerWith(''), says: /^Nothing has appeared for 8 seconds/ },
]

/** As if the person had been away so long. */
async function returnAfter(page: Page, time: string) {
  await page.clock.fastForward(time)
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
}

for (const { what, zip, says } of troubles) {
  test(`a build ${what} gets a sentence, until it shows something`, async ({ page }) => {
    const team = await aTeam()
    const { path } = await publish(team, team.ada, { zip })
    await page.clock.install()
    await openAs(page, team.ada, path)
    await expect(buildIn(page).locator('#root')).toBeAttached()
    const notice = page.getByRole('alert', { name: 'This build does not start' })
    await expect(async () => {
      await page.clock.runFor('00:09')
      await expect(notice.getByText(says)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(notice.getByRole('link', { name: 'All versions' })).toBeVisible()
    await buildIn(page)
      .locator('#root')
      .evaluate((root) => root.append(root.ownerDocument.createElement('hr')))
    await page.clock.fastForward('00:01')
    await expect(notice).toBeHidden()
  })
}

test('a version that is not the newest says so, and shows it only when asked to', async ({ page }) => {
  const team = await aTeam()
  const { path, storybook, version } = await publish(team, team.ada, {
    zip: aStorybookZip({ label: 'first' }),
  })
  await publish(team, team.ada, { storybook, zip: aStorybookZip({ label: 'second' }) })
  const shown = (label: string) => buildIn(page).getByRole('heading', { name: `Manager ${label}` })
  await page.clock.install()
  await openAs(page, team.ada, `${path}/version/${version}?path=/story/button--primary`)
  await expect(shown('first')).toBeVisible()
  await expect(page.getByText('Older version')).toBeVisible()
  await page.getByRole('button', { name: 'Show newest' }).click()
  await expect(page).toHaveURL(`${path}?path=/story/button--primary`)
  await expect(shown('second')).toBeVisible()
  await expect(page.getByText('Older version')).toBeHidden()

  await publish(team, team.ada, { storybook, zip: aStorybookZip({ label: 'third' }) })
  await returnAfter(page, '00:31')
  await expect(page.getByText('A newer version was published')).toBeVisible()
  await expect(shown('second')).toBeVisible()
  await page.getByRole('button', { name: 'Show newest' }).click()
  await expect(shown('third')).toBeVisible()
  await expect(page).toHaveURL(`${path}?path=/story/button--primary`)
  await expect(page.getByText('A newer version was published')).toBeHidden()
})
