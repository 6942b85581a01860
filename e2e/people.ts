import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Opens `path` and signs in on the way, as somebody the demo knows. */
export async function signIn(page: Page, email: string, path = '/') {
  await page.goto(path)
  await page.getByRole('button', { name: email }).click()
  await expect(page.getByRole('button', { name: /^User menu of/ })).toBeVisible()
}

/** The same as somebody whose name the sign-in page does not list yet. */
export async function signInAs(
  page: Page,
  { displayName, email }: { displayName: string; email: string },
  path = '/',
) {
  await page.goto(path)
  await page.getByText('Use another work address').click()
  await page.getByLabel('Name').fill(displayName)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: `User menu of ${displayName}` })).toBeVisible()
}

export async function openUserMenu(page: Page) {
  await page.getByRole('button', { name: /^User menu of/ }).click()
}

/** What the browser complains about, on the page and in its frames. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/** As if an hour had passed: what the browser holds of access tokens counts as expired. */
export async function expireAccessTokens(page: Page) {
  const expired = await page.evaluate(() => {
    const keys = Object.keys(sessionStorage).filter((key) => key.includes('|accesstoken|'))
    for (const key of keys) {
      const entry = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>
      sessionStorage.setItem(key, JSON.stringify({ ...entry, expiresOn: '1000', extendedExpiresOn: '1000' }))
    }
    return keys.length
  })
  expect(expired).toBeGreaterThan(0)
}
