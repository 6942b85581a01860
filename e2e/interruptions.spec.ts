import { expect, test } from '@playwright/test'

import { expireAccessTokens, openAs, signInAs } from './people.ts'
import { aTeam } from './teams.ts'

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
  await expect(page.getByRole('article', { name: 'Kept' })).toBeVisible()
})

test('a sign-in that has run out is renewed beside the form, which is sent as it was', async ({
  page,
  context,
}) => {
  const team = await aTeam()
  await signInAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Add Storybook' }).click()
  const form = page.getByRole('dialog', { name: 'Create Storybook' })
  await form.getByLabel('Title').fill('Long in the making')
  // As after a night: neither the browser nor the identity provider knows them any more.
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
  await expired.getByRole('button', { name: 'Not now' }).click()
  await expect(expired).toBeHidden()
  await expect(form.getByText('Your session has expired. Please sign in again.')).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('Long in the making')

  await form.getByRole('button', { name: 'Create Storybook' }).click()
  const opening = context.waitForEvent('page')
  await expired.getByRole('button', { name: 'Sign in', exact: true }).click()
  const beside = await opening
  const closing = beside.waitForEvent('close')
  await beside.getByRole('button', { name: team.ada.email }).click()
  await closing
  await expect(page.getByRole('article', { name: 'Long in the making' })).toBeVisible()
})

test('an address that leads nowhere says so, with a way on', async ({ page }) => {
  const team = await aTeam()
  await openAs(page, team.ada, `/account/${team.account.publicId}/no/such/page`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to start' }).click()
  await expect(page.getByRole('heading', { name: 'Getting Started', level: 1 })).toBeVisible()
})
