import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Opens `path` and signs in on the way, as somebody the demo knows. */
export async function signIn(page: Page, email: string, path = '/') {
  await page.goto(path)
  await page.getByRole('button', { name: email }).click()
  await expect(page.getByRole('button', { name: /^User menu of/ })).toBeVisible()
}

export async function openUserMenu(page: Page) {
  await page.getByRole('button', { name: /^User menu of/ }).click()
}
