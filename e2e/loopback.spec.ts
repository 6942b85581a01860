import { chromium } from '@playwright/test'

import playwright from '../playwright.config.ts'
import { anotherPortal } from './another-portal.ts'
import { buildIn, publish } from './builds.ts'
import { signInAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'
import { port } from './where.ts'

const local = `http://localhost:${port}`

test('localhost leads to the same page of the portal', async ({ page }) => {
  const team = await aTeam()
  const { path } = await publish(team, team.ada)
  const address = `${path}?path=/story/card--plain`
  await signInAs(page, team.ada, local + address)
  await expect(page).toHaveURL(`http://plinth.localhost:${port}${address}`)
})

test(
  'where names below localhost are unknown, localhost shows settings with which the portal works',
  { tag: '@long' },
  async () => {
    const team = await aTeam()
    const { path } = await publish(team, team.ada)
    const { launchOptions } = playwright.use ?? {}
    const args = [...(launchOptions?.args ?? []), '--host-resolver-rules=MAP *.localhost ^NOTFOUND']
    const browser = await chromium.launch({ ...launchOptions, args })
    const page = await browser.newPage()
    await page.goto(local)
    await expect(page.getByRole('heading', { name: 'does not find plinth.localhost' })).toBeVisible()

    const commands = page.locator('pre')
    const [inBash = '', inPowerShell = ''] = await commands.allTextContents()
    const settings = [...inBash.matchAll(/(\w+)=(\S+) /g)].map(([, name = '', value = '']) => ({
      name,
      value,
    }))
    expect(settings.map(({ name }) => name)).toEqual(['PORT', 'PLINTH_PUBLIC_URL', 'PLINTH_VIEWER_URL'])
    const assignments = settings.map(({ name, value }) => `$env:${name} = '${value}'`)
    expect(inPowerShell).toBe([...assignments, 'npm start'].join('; '))

    const portal = await anotherPortal((own) =>
      Object.fromEntries(settings.map(({ name, value }) => [name, value.replace(port, String(own))])),
    )
    await signInAs(page, team.ada, `http://localhost:${portal.port}${path}`)
    await expect(buildIn(page).locator('h1')).toBeVisible()
    await browser.close()
    await portal.stop()
  },
)
