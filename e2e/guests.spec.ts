import type { Page } from '@playwright/test'
import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createShareLink, revokeShareLink } from '@plinth/contract/share-links.ts'

import { insertMembership } from '../server/src/features/members/store.ts'
import { ensureUser } from '../server/src/identity/store.ts'
import { aStorybookZip } from '../server/src/testing/builds.ts'
import { buildIn, publish } from './builds.ts'
import { expectRefused, portal, viewerOf } from './hostile-build.ts'
import { complaintsOf, openAs } from './people.ts'
import { aTeam, onDatabase } from './teams.ts'
import { expect, test } from './test.ts'

/** URL and headers of every request of a page. */
function requestsOf(page: Page): string[] {
  const heads: string[] = []
  page.on('request', (request) => heads.push(`${request.url()} ${JSON.stringify(request.headers())}`))
  return heads
}

test('a version is shared, opened without an account, and gone when the link is revoked', async ({
  tab: page,
  browser,
}) => {
  const team = await aTeam()
  const home = `/account/${team.account.publicId}`
  const published = await publish(team, team.ada, { title: 'Buttons', zip: aStorybookZip() })
  const { path, version } = published
  const viewer = viewerOf(published)
  await openAs(page, team.ada, `${home}/settings`)
  await page.getByRole('switch', { name: /Allow share links/ }).click()
  await expect(page.getByRole('switch', { name: /Allow share links/ })).toBeChecked()
  await page.goto(path)
  await expect(buildIn(page).getByRole('heading')).toBeVisible()
  const sandbox = await page.locator('iframe[sandbox]').getAttribute('sandbox')
  await page.getByRole('button', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByText('There are no active links')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Link' }).click()
  const link = await dialog.getByLabel('Share link').inputValue()
  expect(link).toMatch(/\/share#[0-9A-Za-z]{32}$/)
  const secret = link.split('#')[1] ?? ''
  await dialog.getByRole('button', { name: 'Copy Link' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const context = await browser.newContext({ baseURL: portal, viewport: { width: 360, height: 640 } })
  const guest = await context.newPage()
  const complaints = complaintsOf(guest)
  const sent = requestsOf(guest)
  await guest.goto(link)
  await expect(buildIn(guest).getByRole('heading', { name: 'Manager one' })).toBeVisible()
  await expect(guest.getByRole('heading', { name: 'Buttons', level: 1 })).toBeVisible()
  await expect(guest.getByText(`Shared by ${team.account.name}`)).toBeVisible()
  await expect(guest).toHaveTitle('Buttons – Plinth')
  await expect(guest).toHaveURL(`${portal}/share`)
  // The same frame as for members, and the secret in no address or header.
  expect(await guest.locator('iframe').getAttribute('sandbox')).toBe(sandbox)
  expect(sent.filter((head) => head.includes(secret))).toEqual([])
  expect(complaints).toEqual([])
  // A link to a story opens at it, also after reloading.
  const story = '?path=/story/button--primary'
  await guest.goto(link.replace('#', `${story}#`))
  await guest.reload()
  await expect(guest).toHaveURL(`${portal}/share${story}`)
  await expect(guest.locator('iframe')).toHaveAttribute('src', `${viewer}/index.html${story}`)
  await expect(buildIn(guest).getByRole('heading', { name: 'Manager one' })).toBeVisible()
  const statusOfFile = () => {
    const frame = guest.frames().find((candidate) => candidate.url().includes(version))
    return frame?.evaluate(`fetch('/assets/app.js', { cache: 'no-store' }).then(({ status }) => status)`)
  }
  expect(await statusOfFile()).toBe(200)

  await page.goto(`${path}/versions`)
  await page.getByRole('button', { name: `More for version ${version}` }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  await expect(dialog.getByText(/Opened 1 time/)).toBeVisible()
  await dialog.getByRole('button', { name: `Revoke link to Version ${version}` }).click()
  await page.getByRole('button', { name: 'Revoke Link', exact: true }).click()
  await expect(dialog.getByText('There are no active links')).toBeVisible()
  await expect.poll(statusOfFile, { timeout: 32_000, intervals: [500] }).toBe(404)
  for (const address of [link, '/share#unknown']) {
    await guest.goto(address)
    await expect(guest.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expect(guest).toHaveURL(`${portal}/share`)
  }
  await context.close()
})

test('a guest’s session is renewed for the same version, until the link is revoked', async ({ browser }) => {
  const team = await aTeam()
  const published = await publish(team, team.ada)
  const params = { account: team.account.publicId, storybook: published.storybook }
  await team.ada.call(allowShareLinks, { params, body: { allowed: true } })
  const body = { version: published.version }
  const { id, url } = await team.ada.call(createShareLink, { params, body })
  const context = await browser.newContext()
  const page = await context.newPage()
  const openings: (string | null)[] = []
  let sessions = 0
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/v1/share')) openings.push(request.postData())
    if (request.url().endsWith('/.plinth/session') && request.method() === 'POST') sessions += 1
  })
  await page.clock.install()
  await page.goto(url)
  await expect(buildIn(page).getByRole('heading')).toBeVisible()
  await page.clock.fastForward('46:00')
  await expect.poll(() => sessions).toBe(2)
  expect(openings).toEqual([expect.not.stringContaining('renewal'), expect.stringContaining('"renewal":"')])
  // The page has handled the answer by now, since this request was sent after it.
  await page.evaluate(`fetch('/api/v1/config')`)
  await team.ada.call(revokeShareLink, { params: { ...params, id } })
  await page.clock.fastForward('46:00')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page).toHaveTitle('This link no longer works – Plinth')
  await context.close()
})

test('a hostile build gets no more from a guest’s page than from a member’s', async ({
  targets: { team, hostile },
  browser,
}) => {
  const params = { account: team.account.publicId, storybook: hostile.storybook }
  await team.ada.call(allowShareLinks, { params, body: { allowed: true } })
  const { url } = await team.ada.call(createShareLink, { params, body: { version: hostile.version } })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await expect(buildIn(page).getByRole('heading')).toHaveText(/friendly/)
  const frame = page.frames().find((candidate) => candidate.url().startsWith(viewerOf(hostile)))
  const attack = (name: string, facts: unknown = {}) =>
    frame?.evaluate(`attacks.${name}(${JSON.stringify(facts)})`) as Promise<Record<string, string>>
  expectRefused(await attack('parentDocument'))
  expectRefused(await attack('parentStorage'))
  expectRefused(await attack('topLocation', { away: `${portal}/account/none` }))
  expectRefused(await attack('opener'))
  await expect(page).toHaveURL(`${portal}/share`)
  await context.close()
})

test('a Viewer looks at everything and finds nothing to change', async ({ tab: page }) => {
  const team = await aTeam()
  const { path, version } = await publish(team, team.ada, { title: 'Buttons' })
  await onDatabase(async (db) =>
    insertMembership(db, team.account.id, await ensureUser(db, team.ben), 'Viewer'),
  )
  const complaints = complaintsOf(page)
  const changing = page.getByRole('button', { name: /Add|Upload|Edit|Delete|Invite|Create|Share|Manage/ })
  await openAs(page, team.ben)
  await expect(page).toHaveURL(/\/storybooks$/)
  await expect(page.getByText('Ada', { exact: true })).toBeVisible()
  await expect(changing).toHaveCount(0)
  await page.getByRole('link', { name: 'View versions of Buttons' }).click()
  await expect(page.getByTitle(version)).toBeVisible()
  await expect(changing).toHaveCount(0)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'API Access' })).toHaveCount(0)
  await expect(page.getByText('Recent Invitations')).toHaveCount(0)
  await expect(changing).toHaveCount(0)
  await page.goto(`/account/${team.account.publicId}/getting-started`)
  await expect(page).toHaveURL(/\/storybooks$/)
  await page.goto(path)
  await expect(buildIn(page).getByRole('heading')).toBeVisible()
  await expect(changing).toHaveCount(0)
  expect(complaints).toEqual([])
})
