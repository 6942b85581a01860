import type { Page } from '@playwright/test'
import { deleteMember } from '@plinth/contract/members.ts'

import { buildIn, publish } from './builds.ts'
import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** The status when the build in the viewer requests one of its own files again. */
const statusOfFile = (page: Page, version: string) => {
  const frame = page.frames().find((candidate) => candidate.url().includes(version))
  return frame?.evaluate(`fetch('/assets/app.js', { cache: 'no-store' }).then(({ status }) => status)`)
}

/** The promised thirty seconds, and a little for polling. */
const withinThirtySeconds = { timeout: 32_000, intervals: [500] }

test('a removed member loses access to files within 30 seconds', async ({ page, browser }) => {
  const team = await aTeam({ size: 2 })
  const { path, version } = await publish(team, team.ada, { title: 'Confidential' })
  await openAs(page, team.ben, path)
  await expect(buildIn(page).getByRole('heading', { name: 'Manager one' })).toBeVisible()
  expect(await statusOfFile(page, version)).toBe(200)
  const colleague = await browser.newPage()
  await openAs(colleague, team.ada, path)
  await expect(buildIn(colleague).getByRole('heading', { name: 'Manager one' })).toBeVisible()

  await team.ada.call(deleteMember, { params: { account: team.account.publicId, oid: team.ben.objectId } })
  await expect.poll(() => statusOfFile(page, version), withinThirtySeconds).toBe(404)
  expect(await statusOfFile(colleague, version)).toBe(200)
  await page.reload()
  await expect(page.getByText('Account not found').or(page.getByText('No access yet'))).toBeVisible()
  await expect(page.locator('iframe[sandbox]')).toHaveCount(0)
  await colleague.close()
})

test('a storybook of another account does not exist, even for people who know its URL', async ({ page }) => {
  const [mine, theirs] = [await aTeam(), await aTeam()]
  const { path, storybook, version } = await publish(theirs, theirs.ada)
  await openAs(page, mine.ada, path)
  const missing = page.getByText('This account does not exist, or you have no access to it.')
  await expect(missing).toBeVisible()
  await expect(page).toHaveURL(path)
  await page.goto('/account/no-such-account/storybooks')
  await expect(missing).toBeVisible()
  await page.getByRole('link', { name: 'Show my accounts' }).click()
  await expect(page).toHaveURL(new RegExp(`/account/${mine.account.publicId}/`))
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  for (const rest of ['', `/version/${version}`]) {
    await page.goto(`/account/${mine.account.publicId}/storybook/${storybook}${rest}`)
    await expect(page.getByText('This storybook or version no longer exists')).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Copy link|Use in another Storybook)/ })).toHaveCount(0)
  }
  expect(uncaught).toEqual([])
  const { port } = new URL(page.url())
  const answer = await page.goto(`http://${version}.plinth.localhost:${port}/index.html`)
  expect(answer?.status()).toBe(401)
  await expect(page.getByRole('heading', { name: 'Open this from the portal' })).toBeVisible()
})

test('without a sign-in, neither the viewer nor files show anything', async ({ page }) => {
  const team = await aTeam()
  const { path, version } = await publish(team, team.ada, { title: 'Private' })
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Private')).toHaveCount(0)
  const { port } = new URL(page.url())
  const answer = await page.goto(`http://${version}.plinth.localhost:${port}/assets/app.js`)
  expect(answer?.status()).toBe(401)
})
