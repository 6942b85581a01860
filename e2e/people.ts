import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { getConfig } from '@plinth/contract/config.ts'

import type { Colleague } from './teams.ts'
import { port } from './where.ts'

/** Opens `path` and signs in as a person of the demo. */
export async function signIn(page: Page, email: string, path = '/') {
  await page.goto(path)
  await page.getByRole('button', { name: email }).click()
  await expect(page.getByRole('button', { name: /^User menu of/ })).toBeVisible()
}

/** The same for a person whom the sign-in page does not list yet. */
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

/** Opens `path` in a tab in which only this person is signed in: it has the session storage entries that MSAL would leave. */
export async function openAs(page: Page, person: Colleague, path = '/') {
  const { clientId, identity } = await person.call(getConfig, {})
  const { objectId, tenantId, email, displayName } = person
  const account = { homeAccountId: objectId, localAccountId: objectId, tenantId }
  const profile = { ...account, name: displayName, username: email, isHomeTenant: false }
  const entry = { homeAccountId: objectId, environment: `plinth.localhost:${port}`, realm: tenantId }
  const key = `msal.3|${objectId}|${entry.environment}`
  const entries = {
    [`msal.${clientId}.active-account-filters`]: account,
    [`${key}|${tenantId}`]: {
      ...entry,
      ...profile,
      authorityType: 'Generic',
      tenantProfiles: [profile],
    },
    [`${key}|accesstoken|${clientId}|${tenantId}|${identity.apiScope.toLowerCase()}|`]: {
      ...entry,
      clientId,
      credentialType: 'AccessToken',
      secret: person.token,
      target: identity.apiScope,
      expiresOn: String(Math.floor(Date.now() / 1000) + 3600),
    },
  }
  const signedIn = await page.addInitScript(
    ({ origin, kept }) => {
      const isPortal = (globalThis as unknown as { origin: string }).origin === origin
      if (!isPortal) return
      sessionStorage.clear()
      localStorage.clear()
      for (const [name, value] of kept) sessionStorage.setItem(name, value)
    },
    {
      origin: `http://plinth.localhost:${port}`,
      kept: Object.entries(entries).map(([name, value]) => [name, JSON.stringify(value)] as const),
    },
  )
  await page.goto(path)
  await signedIn.dispose()
  await expect(page.getByRole('button', { name: `User menu of ${displayName}` })).toBeVisible()
}

export async function openUserMenu(page: Page) {
  await page.getByRole('button', { name: /^User menu of/ }).click()
}

/** Collects console errors and uncaught errors of the page and its frames. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/** As if an hour had passed: marks the access tokens in the browser as expired. */
export async function expireAccessTokens(page: Page) {
  // Calls of the page that is still loading would renew them.
  await page.waitForLoadState('networkidle')
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
