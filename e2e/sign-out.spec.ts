import type { Page } from '@playwright/test'

import { expireAccessTokens, openUserMenu, signIn } from './people.ts'
import { expect, test } from './test.ts'

const owner = { email: 'owner@contoso.example', menu: 'User menu of Olivia Owner' }
const member = { email: 'member@contoso.example', menu: 'User menu of Marcus Member' }

async function choose(page: Page, action: 'Switch Account' | 'Logout') {
  await openUserMenu(page)
  await page.getByRole('menuitem', { name: action }).click()
}

async function switchTo(page: Page, { email, menu }: typeof owner) {
  await choose(page, 'Switch Account')
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await page.getByRole('button', { name: email }).click()
  await expect(page.getByRole('button', { name: menu })).toBeVisible()
}

/** What this tab stores about people: accounts, tokens, and the account they used last. */
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.entries(sessionStorage)
      .map(([key, value]) => `${key}: ${value}`)
      .filter((entry) => /token\||homeAccountId|\.example|current-account/.test(entry)),
  )

/** The sign-in page is shown and the tab stores nothing about anyone, even after the portal is opened again. */
async function expectSignedOut(page: Page) {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await kept(page)).toEqual([])
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await kept(page)).toEqual([])
}

test.describe('signing out', { tag: '@long' }, () => {
  test('Logout leaves nobody signed in, and the next visit asks again', async ({ page }) => {
    await signIn(page, owner.email)
    await choose(page, 'Logout')
    await expectSignedOut(page)
  })

  test('Logout after several switches, and a reload, leaves nobody signed in', async ({ page }) => {
    await signIn(page, owner.email)
    await switchTo(page, member)
    expect(await kept(page)).not.toContainEqual(expect.stringContaining(owner.email))
    await switchTo(page, owner)
    await page.reload()
    await switchTo(page, member)
    await page.reload()
    await choose(page, 'Logout')
    await expectSignedOut(page)
  })

  test('after an abandoned switch the account picker is shown again', async ({ page }) => {
    await signIn(page, owner.email)
    await choose(page, 'Switch Account')
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    expect(await kept(page)).toEqual([])
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    await page.getByRole('button', { name: member.email }).click()
    await expect(page.getByRole('button', { name: member.menu })).toBeVisible()
    await choose(page, 'Logout')
    await expectSignedOut(page)
  })

  test('a switch that the identity provider refuses leaves nobody signed in', async ({ page }) => {
    await signIn(page, owner.email)
    await choose(page, 'Switch Account')
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    await page.route(/\/idp\/token/, (route) =>
      route.fulfill({ status: 400, json: { error: 'server_error', error_description: 'out of order' } }),
    )
    await page.getByRole('button', { name: member.email }).click()
    await expect(page.getByText('Failed to initialize authentication')).toBeVisible()
    expect(await kept(page)).toEqual([])
    await page.unroute(/\/idp\/token/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  })

  test('Logout works after the session has expired, here and at the identity provider', async ({ page }) => {
    await signIn(page, owner.email)
    await switchTo(page, member)
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    await expireAccessTokens(page)
    await page.context().clearCookies()
    await choose(page, 'Logout')
    await expectSignedOut(page)
  })

  test('a person who consents instead of another replaces them', async ({ page }) => {
    await signIn(page, owner.email)
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    await expireAccessTokens(page)
    await page.context().clearCookies()
    await page.route(/\/idp\/token/, (route) =>
      (route.request().postData() ?? '').includes('grant_type=refresh_token')
        ? route.fulfill({
            status: 400,
            json: { error: 'interaction_required', error_description: 'too old' },
          })
        : route.continue(),
    )
    const consent = page.waitForRequest(/\/idp\/auth\?.*prompt=consent/)
    await page.reload()
    await consent
    await page.getByRole('button', { name: member.email }).click()
    await expect(page.getByRole('heading', { name: 'Permissions requested' })).toBeVisible()
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByRole('button', { name: member.menu })).toBeVisible()
    expect(await kept(page)).not.toContainEqual(expect.stringContaining(owner.email))
    await choose(page, 'Logout')
    await expectSignedOut(page)
  })

  test('Logout and Switch Account sign out the other tabs too', async ({ page, context }) => {
    await signIn(page, owner.email)
    const open = await context.newPage()
    await open.goto('/')
    await expect(open.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()

    await switchTo(page, member)
    await expect(open.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    expect(await kept(open)).toEqual([])
    await expect(open.getByText('Olivia')).toHaveCount(0)
    await open.getByRole('button', { name: 'Sign in' }).click()
    await expect(open.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    await open.getByRole('button', { name: member.email }).click()
    await expect(open.getByRole('button', { name: member.menu })).toBeVisible()

    const next = await context.newPage()
    await next.goto('/')
    await expect(next.getByRole('button', { name: member.menu })).toBeVisible()

    await choose(page, 'Logout')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    for (const tab of [open, next]) {
      await expect(tab.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
      await tab.reload()
      await expectSignedOut(tab)
    }
  })

  test('Logout without a connection takes effect at the identity provider once it is back', async ({
    page,
    context,
  }) => {
    await signIn(page, owner.email)
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    await page.waitForResponse(/\/OpenedUserMenu-/)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await choose(page, 'Logout')
    await page.waitForURL(/^chrome-error:/)
    await context.setOffline(false)
    await page.reload()
    await expectSignedOut(page)
  })

  test('Logout without the identity library clears the tab, and says what is left to do', async ({
    page,
  }) => {
    await signIn(page, owner.email)
    await page.route(/msal-session/, (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
    await choose(page, 'Logout')
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    await expect(page.getByText('the identity provider could not be reached')).toBeVisible()
    expect(await kept(page)).toEqual([])
    await page.unroute(/msal-session/)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  })
})
