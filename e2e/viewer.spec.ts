import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { aStorybookZip, filesOf, sharedData } from '../server/src/testing/builds.ts'
import { buildIn, previewIn, publish } from './builds.ts'
import { complaintsOf, openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** A manager that frames its preview, as Storybook's does, and a preview with plain links under Storybook's base. */
const withLinks = aStorybookZip({
  files: {
    'index.html':
      '<!doctype html><html><head><title>manager</title></head><body><iframe id="storybook-preview-iframe" src="iframe.html"></iframe></body></html>',
    'iframe.html': `<!doctype html><html><head><base target="_parent"></head><body>
      <a href="elsewhere.html">Elsewhere</a> <a href="?path=/story/card--plain">Card</a> <output></output>
      <script>window.__STORYBOOK_ADDONS_CHANNEL__ = {
        emit: (...event) => { document.querySelector('output').textContent = JSON.stringify(event) }
      }</script></body></html>`,
    'elsewhere.html': '<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>',
  },
})

test('a plain link in a story opens in a new tab', async ({ page, context }) => {
  const team = await aTeam()
  const { path, version } = await publish(team, team.ada, { zip: withLinks })
  await openAs(page, team.ada, path)
  const tab = context.waitForEvent('page')
  await previewIn(page).getByRole('link', { name: 'Elsewhere' }).click()
  const opened = await tab
  await expect(opened.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
  expect(new URL(opened.url()).hostname).toBe(`${version}.plinth.localhost`)
  expect(await opened.evaluate('window.opener')).toBeNull()
  await expect(page).toHaveURL(path)
})

const renewals = [
  { after: '14:00', isLookedAt: true, count: 1 },
  { after: '15:30', isLookedAt: true, count: 2 },
  { after: '44:00', isLookedAt: false, count: 1 },
  { after: '46:00', isLookedAt: false, count: 2 },
]

for (const { after, isLookedAt, count } of renewals) {
  const occasion = isLookedAt ? ' and a return to the tab' : ''
  test(`after ${after} minutes${occasion}, a session was requested ${count}×`, async ({ page }) => {
    const team = await aTeam()
    const { path } = await publish(team, team.ada)
    let sessions = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/cookie')) sessions += 1
    })
    await page.clock.install()
    await openAs(page, team.ada, path)
    await expect(buildIn(page).getByRole('heading')).toBeVisible()
    await expect.poll(() => sessions).toBe(1)
    await page.clock.fastForward(after)
    if (isLookedAt) await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await expect.poll(() => sessions).toBe(count)
    // Any request that was due has been sent by now, since this one was sent after it.
    await page.evaluate(`fetch('/api/v1/config')`)
    expect(sessions).toBe(count)
  })
}

test('a missing viewer URL and invalid version data are reported', { tag: '@long' }, async ({ page }) => {
  const team = await aTeam()
  const { path } = await publish(team, team.ada)
  const answer = {
    viewerBaseUrl: '',
    ticketUrl: '',
    ticket: '',
    openUrl: '',
    expiresAt: new Date().toISOString(),
    sessionSeconds: 3600,
  }
  await page.route(/\/cookie$/, (route) => route.fulfill({ json: answer }))
  await openAs(page, team.ada, path)
  await expect(page.getByText('Pre iframe error: Viewer base URL not configured')).toBeVisible()
  await page.route(/\/versions(\?|$)/, (route) => route.fulfill({ json: [{ publicId: 1 }] }))
  await page.reload()
  await expect(page.getByText('Pre iframe error: Invalid version data received')).toBeVisible()
})

test('a link to a story is handed to Storybook', async ({ page }) => {
  const team = await aTeam()
  const { path } = await publish(team, team.ada, { zip: withLinks })
  await openAs(page, team.ada, path)
  await previewIn(page).getByRole('link', { name: 'Card' }).click()
  await expect(previewIn(page).locator('output')).toHaveText(
    JSON.stringify(['navigateUrl', '?path=/story/card--plain', {}]),
  )
})

test('the version picker switches between versions and keeps the newest one marked', async ({ page }) => {
  const complaints = complaintsOf(page)
  const team = await aTeam()
  const first = await publish(team, team.ada, { message: 'Early', zip: aStorybookZip({ label: 'early' }) })
  const second = await publish(team, team.ada, {
    storybook: first.storybook,
    message: 'Late',
    zip: aStorybookZip({ label: 'late' }),
  })
  await openAs(page, team.ada, first.path)
  await expect(buildIn(page).getByRole('heading', { name: 'Manager late' })).toBeVisible()
  // So that Storybook's shortcuts work; the keyboard leaves the frame as any other.
  await expect(page.locator('iframe[sandbox]')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: /^User menu of/ })).toBeFocused()
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(48)

  await page.getByRole('button', { name: /choose another/ }).click()
  await expect(page.getByRole('option', { name: /Late/ })).toContainText('Newest')
  await page.keyboard.type('early')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${first.path}/version/${first.version}`)
  await expect(buildIn(page).getByRole('heading', { name: 'Manager early' })).toBeVisible()
  await page.getByRole('button', { name: /choose another/ }).click()
  await page.getByRole('option', { name: /Late/ }).click()
  await expect(page).toHaveURL(`${first.path}/version/${second.version}`)
  await expect(buildIn(page).getByRole('heading', { name: 'Manager late' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('the build opens in a new tab, and its link can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const team = await aTeam()
  const { path, version } = await publish(team, team.ada, { zip: aStorybookZip({ label: 'alone' }) })
  await openAs(page, team.ada, path)
  await expect(buildIn(page).getByRole('heading', { name: 'Manager alone' })).toBeVisible()
  for (const [name, address, opens] of [
    ['This version', `${path}/version/${version}`, 'this version'],
    ['Always the newest', path, 'the newest version'],
  ] as const) {
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page.getByRole('tooltip')).toHaveText(`Link copied. It always opens ${opens}.`)
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(new URL(address, page.url()).href)
  }
  const tab = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open in new tab' }).click()
  await expect((await tab).getByRole('heading', { name: 'Manager alone' })).toBeVisible()
})

test('the browser title follows a build that sets its own after its address', async ({ page }) => {
  const team = await aTeam()
  const manager = `<!doctype html><title>Loading</title><div id="root">A build<script>
    setTimeout(() => history.pushState(null, '', '?path=/story/button--late'), 200)
    setTimeout(() => (document.title = 'Button - Late'), 600)
    </script></div>`
  const zip = aStorybookZip({ label: 'late', files: { 'index.html': manager } })
  const { path } = await publish(team, team.ada, { title: 'Acme', zip })
  await openAs(page, team.ada, path)
  await expect(page).toHaveURL(`${path}?path=/story/button--late`)
  await expect(page).toHaveTitle('Button - Late · Acme – Plinth')
})

for (const name of filesOf('storybooks', 'sb9-react-vite.zip')) {
  test(
    `the address, Back and the browser title follow the stories of ${name}`,
    { tag: '@long' },
    async ({ page }) => {
      test.slow()
      const complaints = complaintsOf(page)
      const team = await aTeam()
      const zip = readFileSync(join(sharedData, 'storybooks', name))
      const { path } = await publish(team, team.ada, { title: 'Acme', zip })
      const item = (id: string) => buildIn(page).locator(`[data-item-id="${id}"]`).getByRole('link')

      const button = previewIn(page).locator('#storybook-root button')
      /** Waits until the story has rendered: leaving it earlier makes Storybook itself log errors. */
      const isAt = async (story: string, label: string) => {
        await expect(page).toHaveURL(`${path}?path=/story/actions-button--${story}`)
        await expect(button).toHaveText(label)
      }

      await openAs(page, team.ada, `${path}?path=/story/actions-button--primary`)
      await expect(button).toBeVisible({ timeout: 45_000 })
      await isAt('primary', 'Save')
      await expect(page).toHaveTitle(/Primary.* · Acme – Plinth$/)
      await item('actions-button--danger').click()
      await isAt('danger', 'Delete')
      await expect(page).toHaveTitle(/Danger.* · Acme – Plinth$/)
      await item('actions-button--disabled').click()
      await isAt('disabled', 'Disabled')

      await page.goBack()
      await isAt('danger', 'Delete')
      await page.goBack()
      await isAt('primary', 'Save')
      await page.goForward()
      await isAt('danger', 'Delete')

      await item('introduction--docs').click()
      await expect(page).toHaveURL(`${path}?path=/docs/introduction--docs`)
      await expect(page).toHaveTitle(/Docs.* · Acme – Plinth$/)
      // A click while Storybook still renders the docs page is lost now and then.
      const buttonDocs = `${path}?path=/docs/actions-button--docs`
      await expect(async () => {
        if (!page.url().endsWith(buttonDocs))
          await previewIn(page).getByRole('link', { name: 'Button' }).click({ timeout: 3000 })
        await expect(page).toHaveURL(buttonDocs, { timeout: 3000 })
      }).toPass({ timeout: 30_000 })
      await expect(previewIn(page).getByRole('button', { name: 'Disabled' })).toBeVisible()
      await page.getByRole('link', { name: 'Storybooks', exact: true }).first().click()
      await expect(page).toHaveTitle(/^Storybooks – .+ – Plinth$/)
      expect(complaints).toEqual([])

      // Storybook itself logs an error about this.
      await page.goto(`${path}?path=/story/actions-button--gone`)
      const missing = page.getByRole('alert', { name: 'This version has no such story' })
      await expect(missing).toContainText('actions-button--gone')
      await expect(page.locator('iframe[sandbox]')).toBeFocused()
      await missing.getByRole('button', { name: 'Show the first story' }).click()
      await expect(page).toHaveURL(`${path}?path=/docs/introduction--docs`)
      await expect(missing).toBeHidden()
    },
  )
}
