import type { Page } from '@playwright/test'
import type { Config } from '@plinth/contract/config.ts'

import { complaintsOf, expireAccessTokens, openAs, openUserMenu, signIn } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'
import { port } from './where.ts'

/** For tests that are not about signing in. */
async function openStorybooks(page: Page) {
  const { account, ada } = await aTeam()
  await openAs(page, ada, `/account/${account.publicId}/storybooks`)
}

test('a person with one account is taken straight to it', async ({ page }) => {
  const complaints = complaintsOf(page)
  await signIn(page, 'owner@contoso.example')
  await expect(page).toHaveURL(/\/account\/[a-z0-9]+\/storybooks$/)
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Contoso')
  await expect(page.getByRole('link', { name: /Dashboard/ })).toHaveCount(0)
  await expect(page).toHaveTitle('Storybooks – Contoso – Plinth')
  expect(complaints).toEqual([])
})

test('a person whose account is empty is taken to Getting Started', async ({ page }) => {
  await signIn(page, 'owner@fabrikam.example')
  await expect(page).toHaveURL(/\/account\/[a-z0-9]+\/getting-started$/)
  await expect(page.getByRole('heading', { name: 'Getting Started', level: 1 })).toBeVisible()
})

test('a person with several accounts chooses one, and can choose again', async ({ page }) => {
  await signIn(page, 'consultant@fabrikam.example')
  await expect(page.getByRole('heading', { name: 'Select an Account' })).toBeVisible()
  await expect(page.getByText('Please choose which account you want to access')).toBeVisible()
  const card = page.getByRole('button', { name: /Fabrikam/ })
  const publicId = /ID: ([a-z0-9]+)/.exec((await card.textContent()) ?? '')?.[1] ?? 'none'
  await card.click()
  await expect(page).toHaveURL(new RegExp(`/account/${publicId}/`))
  await expect(page.getByRole('banner')).toContainText('Fabrikam')
  await page.goto(`/account/${publicId}/settings/storage`)
  await expect(page).toHaveTitle('Storage – Settings – Fabrikam – Plinth')
  await page.getByRole('button', { name: 'Fabrikam: choose another account' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Fabrikam' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('menuitem', { name: 'Contoso' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Storage – Settings – Contoso – Plinth')
  await expect(page).not.toHaveURL(new RegExp(publicId))
  await expect(page.getByRole('status').filter({ hasText: 'Settings – Contoso' })).toBeAttached()
  await page.goBack()
  await expect(page.getByRole('banner')).toContainText('Fabrikam')
  await page.getByRole('link', { name: /Dashboard/ }).click()
  await expect(page.getByRole('heading', { name: 'Select an Account' })).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Select an Account' })).toBeAttached()
  await expect(page.getByRole('button', { name: /Fabrikam/ })).toContainText('Last used')
})

test('a person without an account is told how to get access', async ({ page }) => {
  await page.goto('/')
  await page.getByText('Use another work address').click()
  await page.getByLabel('Name').fill('Nina Newcomer')
  await page.getByLabel('E-mail').fill('nina@newcomer.example')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No access yet' })).toBeVisible()
  await expect(page.getByText('nina@newcomer.example')).toBeVisible()
  await page.getByRole('link', { name: 'the marketplace' }).click()
  await expect(page).toHaveURL('/marketplace')
})

test('signing in leads back to the page that was requested', async ({ page }) => {
  await signIn(page, 'member@contoso.example')
  const account = /\/account\/([a-z0-9]+)/.exec(page.url())?.[1] ?? 'none'
  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`/account/${account}/settings/api`)
  await page.getByRole('button', { name: 'member@contoso.example' }).click()
  await expect(page).toHaveURL(`/account/${account}/settings/api`)
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('localhost redirects to the portal’s own URL', async ({ page, baseURL }) => {
  const { port } = new URL(baseURL ?? '')
  await page.goto(`http://localhost:${port}/`)
  await expect(page).toHaveURL(/^http:\/\/plinth\.localhost/)
})

test('the header has every link, and they work by keyboard', async ({ page }) => {
  await openStorybooks(page)
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  for (const name of ['Settings', 'Getting Started', 'Storybooks']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  const header = page.getByRole('banner')
  expect((await header.boundingBox())?.height).toBe(55)
})

test('on a small screen the links move into a menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 })
  // A menu that is still opening would move under the pointer.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStorybooks(page)
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeHidden()
})

test('Switch Account shows the picker, and another person is signed in', async ({ page }) => {
  await signIn(page, 'member@contoso.example')
  await openUserMenu(page)
  await expect(page.getByRole('menuitem', { name: 'support@plinth.example' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Switch Account' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await page.getByRole('button', { name: 'owner@fabrikam.example' }).click()
  await expect(page.getByRole('banner')).toContainText('Fabrikam')
  await expect(page.getByRole('button', { name: 'User menu of Felix Owner' })).toBeVisible()
})

test('a new tab needs no second sign-in', async ({ page, context }) => {
  await signIn(page, 'member@contoso.example')
  const tab = await context.newPage()
  await tab.goto('/')
  await expect(tab.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
})

test('the colour scheme follows the system and can be switched', async ({ page }) => {
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await page.emulateMedia({ colorScheme: 'dark' })
  await openStorybooks(page)
  expect(await scheme()).toBe('dark')
  await openUserMenu(page)
  await page.getByText('Light', { exact: true }).click()
  expect(await scheme()).toBe('light')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  expect(await scheme()).toBe('light')
  // So do the pages that the server renders.
  await page.goto('/marketplace')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 248, 249)')
})

test('an expired access token is renewed silently', async ({ page }) => {
  await signIn(page, 'member@contoso.example')
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  await expireAccessTokens(page)
  const renewal = page.waitForRequest(
    (request) =>
      request.url().includes('/idp/token') && (request.postData() ?? '').includes('grant_type=refresh_token'),
  )
  await page.reload()
  await renewal
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
})

test('consent_required leads to a consent prompt, and accepting it leads back', async ({ page }) => {
  await signIn(page, 'member@contoso.example')
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  await expireAccessTokens(page)
  let refusals = 0
  await page.route(/\/idp\/token/, async (route) => {
    const isRenewal = (route.request().postData() ?? '').includes('grant_type=refresh_token')
    if (!isRenewal || refusals > 0) return route.continue()
    refusals += 1
    return route.fulfill({
      status: 400,
      json: { error: 'consent_required', error_description: 'AADSTS65001: consent is needed' },
    })
  })
  const consent = page.waitForRequest(
    (request) => request.url().includes('/idp/auth?') && request.url().includes('prompt=consent'),
  )
  await page.reload()
  await consent
  await expect(page.getByRole('heading', { name: 'Permissions requested' })).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
})

test('a portal whose config cannot be loaded shows the Authentication Error page with the support mailbox', async ({
  page,
}) => {
  await page.route('**/api/v1/config', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/')
  await expect(page.getByText('Authentication Error')).toBeVisible()
  await expect(page.getByText('Failed to initialize', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'support@plinth.example' })).toHaveAttribute(
    'href',
    'mailto:support@plinth.example',
  )
})

test('a sign-in that cannot start shows the same page and says so', async ({ page }) => {
  await page.route('**/api/v1/config', async (route) => {
    const answer = await route.fetch({ url: `http://127.0.0.1:${port}/api/v1/config` })
    const config = (await answer.json()) as Config
    await route.fulfill({ json: { ...config, identity: { ...config.identity, authority: 'nowhere' } } })
  })
  await page.goto('/')
  await expect(page.getByText('Authentication Error')).toBeVisible()
  await expect(page.getByText('Failed to initialize authentication')).toBeVisible()
})

test('a start that fails without a reason shows the same page too', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'languages', {
      get: () => {
        throw 'nothing that says why'
      },
    }),
  )
  await page.goto('/')
  await expect(page.getByText('Authentication Error', { exact: true })).toBeVisible()
  await expect(page.getByText('An authentication error occurred.')).toBeVisible()
})

test(
  'a token that cannot be renewed shows an Authentication Error that can be retried',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page, 'member@contoso.example')
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    await expireAccessTokens(page)
    await page.route(/\/idp\/token/, (route) =>
      route.fulfill({ status: 400, json: { error: 'server_error', error_description: 'out of order' } }),
    )
    await page.reload()
    await expect(page.getByText('Authentication Error')).toBeVisible()
    await expect(page.getByText('An unexpected error occurred')).toBeVisible()
    await page.unroute(/\/idp\/token/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  },
)

test(
  'accounts that cannot be loaded show an Authentication Error that can be retried',
  { tag: '@long' },
  async ({ page }) => {
    await page.route('**/api/v1/accounts', (route) => route.fulfill({ status: 403, body: '{}' }))
    await page.goto('/')
    await page.getByRole('button', { name: 'member@contoso.example' }).click()
    await expect(page.getByText('Authentication Error')).toBeVisible()
    await expect(page.getByText('Forbidden')).toBeVisible()
    // Trying again would not help; another person may be let in.
    await expect(page.getByRole('button', { name: 'Switch Account' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await page.unroute('**/api/v1/accounts')
    await page.route('**/api/v1/accounts', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unroute('**/api/v1/accounts')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  },
)
