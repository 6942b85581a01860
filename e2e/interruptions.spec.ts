import type { Request, Route } from '@playwright/test'

import { buildIn, publish } from './builds.ts'
import { expireAccessTokens, openAs, signInAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

test.describe('interruptions', { tag: '@long' }, () => {
  test('a browser without a connection says so until it is back', async ({ page, context }) => {
    const team = await aTeam()
    await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    const notice = page.getByText('You are offline.')
    await page.getByRole('button', { name: 'Add Storybook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Storybook' })
    await dialog.getByLabel('Title').fill('Kept')
    await context.setOffline(true)
    await expect(notice).toBeVisible()
    await dialog.getByRole('button', { name: 'Create Storybook' }).click()
    await expect(dialog.getByText('Failed to create storybook')).toBeVisible()
    await expect(dialog.getByText('The portal could not be reached.')).toBeVisible()
    await context.setOffline(false)
    await expect(notice).toBeHidden()
    await expect(dialog.getByLabel('Title')).toHaveValue('Kept')
    await dialog.getByRole('button', { name: 'Create Storybook' }).click()
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await expect(page.getByRole('article', { name: 'Kept' })).toBeVisible()
  })

  test('an expired sign-in is renewed in a dialog, and the form is then submitted unchanged', async ({
    page,
    context,
  }) => {
    const team = await aTeam()
    await signInAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Add Storybook' }).click()
    const form = page.getByRole('dialog', { name: 'Create Storybook' })
    await form.getByLabel('Title').fill('Long in the making')
    // As after a night: neither the browser nor the identity provider has a session left.
    await expireAccessTokens(page)
    await context.clearCookies()
    await page.route(/\/idp\/token/, (route) =>
      (route.request().postData() ?? '').includes('grant_type=refresh_token')
        ? route.fulfill({ status: 400, json: { error: 'invalid_grant', error_description: 'too old' } })
        : route.continue(),
    )
    await form.getByRole('button', { name: 'Create Storybook' }).click()

    const expired = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(expired).toContainText('Your session has expired. Please sign in again.')
    await expect(expired.getByRole('button', { name: 'Sign in', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(expired).toBeHidden()
    await expect(form.getByText('Your session has expired. Please sign in again.')).toBeVisible()
    await expect(form.getByLabel('Title')).toHaveValue('Long in the making')
    await expect(form.getByRole('button', { name: 'Create Storybook' })).toBeFocused()

    await form.getByRole('button', { name: 'Create Storybook' }).click()
    // The browser blocks the first window, and lets the next one open.
    await page.evaluate(
      `{ const { open } = window; window.open = () => { window.open = open; return null } }`,
    )
    await expired.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(expired.getByRole('alert')).toContainText(
      'Authentication error. Please try signing in again.',
    )
    const opening = context.waitForEvent('page')
    await expired.getByRole('button', { name: 'Sign in', exact: true }).click()
    const beside = await opening
    const closing = beside.waitForEvent('close')
    await beside.getByRole('button', { name: team.ada.email }).click()
    await closing
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await expect(page.getByRole('article', { name: 'Long in the making' })).toBeVisible()
  })

  test('a failed refetch on returning to a tab does not discard what is on the page', async ({ page }) => {
    const team = await aTeam()
    await page.clock.install()
    await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
    await page.getByRole('button', { name: 'Add Storybook' }).click()
    const title = page.getByRole('dialog').getByLabel('Title')
    await title.fill('Still here')
    let requests = 0
    await page.route(/\/api\/v1\/accounts$/, (route) => {
      requests += 1
      return route.fulfill({ status: 404, json: {} })
    })
    await page.clock.runFor(60_000)
    await page.locator('html').dispatchEvent('visibilitychange')
    await expect.poll(() => requests).toBeGreaterThan(0)
    await page.clock.runFor(1000)
    await expect(title).toHaveValue('Still here')
    await expect(page.getByText('Authentication Error')).toHaveCount(0)
  })

  test('a new account name is shown at once, and reverted if it is refused', async ({ page }) => {
    const team = await aTeam()
    await openAs(page, team.ada, `/account/${team.account.publicId}/settings`)
    const requested = Promise.withResolvers<Route>()
    await page.route(/\/AccountManagement\/name$/, (route) => requested.resolve(route))
    await page.getByRole('button', { name: 'Edit the account name' }).click()
    await page.getByLabel('Account name').fill('Another name')
    await page.keyboard.press('Enter')
    const request = await requested.promise
    const header = page.getByRole('banner')
    await expect(header).toContainText('Another name')
    await request.fulfill({ status: 403, body: '' })
    await expect(page.getByText('Failed to update account name')).toBeVisible()
    await expect(header).toContainText(team.account.name)
    await expect(page.getByLabel('Account name')).toHaveValue('Another name')
    await expect(page.getByLabel('Account name')).toBeFocused()
  })

  test('a dialog that cannot be loaded leaves the page as it is, and opens once it can', async ({
    page,
    context,
  }) => {
    const team = await aTeam()
    await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
    const add = page.getByRole('button', { name: 'Add Storybook' })
    await expect(add).toBeVisible()
    await context.setOffline(true)
    const failed = page.waitForEvent('requestfailed', (request) => /Dialog/.test(request.url()))
    await add.click()
    await failed
    await expect(page.getByRole('alert').filter({ hasText: 'This could not be opened' })).toBeVisible()
    await expect(add).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('You are offline.')).toBeHidden()
    await add.click()
    await expect(page.getByRole('dialog', { name: 'Create Storybook' })).toBeVisible()
  })

  test('a page that cannot be loaded keeps the header, and opens by itself once it can', async ({
    page,
    context,
  }) => {
    const team = await aTeam()
    await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    const links = page.getByRole('navigation', { name: 'Main' })
    const failed = page.getByRole('alert', { name: 'This page could not be loaded' })
    await context.setOffline(true)
    await links.getByRole('link', { name: 'Components' }).click()
    await expect(failed).toContainText('The page opens by itself as soon as it can.')
    await expect(page.getByRole('button', { name: 'User menu of Ada' })).toBeVisible()
    // What has been loaded can still be opened.
    await links.getByRole('link', { name: 'Storybooks' }).click()
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    await links.getByRole('link', { name: 'Components' }).click()
    await expect(failed).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Components', level: 1 })).toBeVisible()
  })

  test('a portal that is stopped says so, and everything is there once it is back', async ({ page }) => {
    const team = await aTeam()
    const { path } = await publish(team, team.ada)
    await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
    await expect(page.getByRole('article', { name: 'Buttons' })).toBeVisible()
    const stopped = /^http/
    await page.route(stopped, (route) => route.abort('connectionrefused'))
    await page.getByRole('link', { name: 'View Storybook Buttons' }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('alert', { name: 'This page could not be loaded' })).toBeVisible()
    await expect(page.getByText('The portal does not answer.')).toBeVisible()
    const links = page.getByRole('navigation', { name: 'Main' })
    await expect(links).toBeVisible()
    await page.unroute(stopped)
    await expect(buildIn(page).getByRole('heading', { name: 'Manager one' })).toBeVisible()
    await expect(page.getByText('The portal does not answer.')).toBeHidden()
  })

  test('lists that could not be fetched are there once the portal is back', async ({ page }) => {
    const team = await aTeam()
    await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    const calls = /\/(api|health)\b/
    await page.route(calls, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('link', { name: 'API Access' }).click()
    await expect(page.getByText('The portal does not answer.')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Bad Gateway' }).first()).toBeVisible()
    await page.unroute(calls)
    await expect(page.getByText('The portal does not answer.')).toBeHidden()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a page whose files another release has replaced is loaded again', async ({ page }) => {
    const team = await aTeam()
    await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    await page.route(/\/ComponentsPage-/, (route) => route.fulfill({ status: 404, body: '' }), { times: 1 })
    await page.getByRole('link', { name: 'Components' }).click()
    await expect(page.getByRole('heading', { name: 'Components', level: 1 })).toBeVisible()
  })

  test('a dialog whose styles could not be loaded has them the next time', async ({ page }) => {
    const team = await aTeam()
    const styles = /\/SearchPalette-.*\.css$/
    await page.route(styles, (route) => route.abort())
    await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    const notice = page.getByRole('alert').filter({ hasText: 'This could not be opened' })
    await expect(notice).toContainText('A part of the portal could not be loaded.')
    await page.unroute(styles)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await expect(palette).toBeVisible()
    const hasStyles = `document.querySelector('link[href*="/SearchPalette-"][rel=stylesheet]').sheet !== null`
    expect(await page.evaluate(hasStyles)).toBe(true)
  })

  test('an unknown URL shows a page that says so, with a link to the start', async ({ page }) => {
    const team = await aTeam()
    await openAs(page, team.ada, `/account/${team.account.publicId}/no/such/page`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(page.getByRole('heading', { name: 'Getting Started', level: 1 })).toBeVisible()
  })

  test('the first failure is shown even if the connection was lost soon after the page loaded', async ({
    page,
    context,
  }) => {
    const team = await aTeam()
    const scripts: string[] = []
    let loading = 0
    let changedAt = 0
    const onScript = (change: number) => (request: Request) => {
      if (request.resourceType() !== 'script') return
      if (change > 0) scripts.push(request.url())
      loading += change
      changedAt = Date.now()
    }
    page.on('request', onScript(1)).on('requestfinished', onScript(-1)).on('requestfailed', onScript(-1))
    await openAs(page, team.ada, `/account/${team.account.publicId}/settings`)
    await expect(page.getByRole('button', { name: 'Edit the account name' })).toBeVisible()
    await page.waitForResponse(/\/ShownTooltip-/)
    // What is loaded late imports further scripts.
    const isAllLoaded = () => loading === 0 && Date.now() - changedAt > 1000
    await expect.poll(isAllLoaded, { timeout: 20_000 }).toBe(true)
    await context.setOffline(true)
    scripts.length = 0
    await page.getByRole('button', { name: 'Edit the account name' }).click()
    await page.getByLabel('Account name').fill('Nowhere to go')
    await page.keyboard.press('Enter')
    const notice = page.getByRole('alert').filter({ hasText: 'Failed to update account name' })
    await expect(notice).toContainText('The portal could not be reached.')
    expect(scripts).toEqual([])
  })
})
