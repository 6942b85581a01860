import type { Page } from '@playwright/test'
import { createStorybook, getStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { listVersions } from '@plinth/contract/versions.ts'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import { buildIn, publish, uploadInDialog } from './builds.ts'
import { complaintsOf, openAs } from './people.ts'
import { aTeam } from './teams.ts'
import type { Team } from './teams.ts'
import { expect, test } from './test.ts'

const emptyText = 'You currently have no storybooks. Get started by clicking Add Storybook above.'

const openStorybooks = (page: Page, { account, ada }: Team) =>
  openAs(page, ada, `/account/${account.publicId}/storybooks`)

const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

test('an account without storybooks says how to add one', async ({ tab: page }) => {
  const complaints = complaintsOf(page)
  await openStorybooks(page, await aTeam())
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  await expect(page.getByText(emptyText)).toBeVisible()
  expect(complaints).toEqual([])
})

test('a storybook is created, and the first upload is offered at once and on its card', async ({
  tab: page,
}) => {
  await openStorybooks(page, await aTeam())
  await page.getByRole('button', { name: 'Add Storybook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Storybook' })
  await expect(dialog.getByLabel('Title')).toHaveAttribute('placeholder', 'Enter storybook title')
  await dialog.getByLabel('Title').fill('  Design System  ')
  await dialog.getByLabel('Description').fill('Everything with a border radius')
  await dialog.getByRole('button', { name: 'Create Storybook' }).click()
  await expect(dialog).toBeHidden()
  const upload = page.getByRole('dialog', { name: 'Upload Storybook' })
  await expect(upload).toContainText('Design System is created. Upload its first version')
  await upload.getByRole('button', { name: 'Skip for now' }).click()
  await expect(upload).toBeHidden()

  const card = cardOf(page, 'Design System')
  await expect(card).toContainText('Everything with a border radius')
  await expect(card).toContainText('No version yet')
  await expect(card.getByRole('link', { name: /View versions/ })).toHaveCount(0)
  await expect(card.getByRole('link', { name: /View Storybook/ })).toHaveCount(0)
  await card.getByRole('button', { name: /Upload First Storybook/ }).click()
  await expect(page.getByRole('dialog', { name: 'Upload Storybook' })).toBeVisible()
})

test('a title is required, and the error disappears on edit', async ({ tab: page }) => {
  const team = await aTeam()
  await openStorybooks(page, team)
  await page.getByRole('button', { name: 'Add Storybook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Storybook' })
  await dialog.getByLabel('Title').fill('   ')
  await dialog.getByRole('button', { name: 'Create Storybook' }).click()
  await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Title is required')
  await dialog.getByLabel('Title').fill('A')
  await expect(dialog.getByText('Title is required')).toBeHidden()
  expect(await team.ada.call(listStorybooks, { params: { account: team.account.publicId } })).toEqual([])
})

test('a card shows what was published and links to it', async ({ tab: page }) => {
  const team = await aTeam()
  const { path, account } = await publish(team, team.ada, { title: 'Buttons' })
  const listed = () => team.ada.call(listStorybooks, { params: { account } })
  // Read in the background, after publishing.
  await expect.poll(async () => (await listed())[0]?.mainComponents.length).toBeGreaterThan(0)
  await team.ada.call(createStorybook, { params: { account }, body: { title: 'Empty' } })
  await openStorybooks(page, team)
  // One that says less has no hole in the middle.
  const empty = cardOf(page, 'Empty')
  const title = await empty.getByRole('heading').boundingBox()
  const place = await empty.getByText('No version yet').boundingBox()
  expect((place?.y ?? Infinity) - (title?.y ?? 0) - (title?.height ?? 0)).toBeLessThan(30)
  const card = cardOf(page, 'Buttons')
  await expect(card).toContainText('2 stories · SB 10.1')
  await expect(card).toContainText('Last updated')
  await expect(card.getByRole('link', { name: /View versions/ })).toHaveAttribute('href', `${path}/versions`)
  await expect(card.getByRole('link', { name: /View Storybook/ })).toHaveAttribute('href', path)
  await expect(card.getByRole('list', { name: 'Main components' })).toContainText('Button')
  await card.getByRole('button', { name: /Upload new version/ }).click()
  await expect(page.getByRole('dialog', { name: 'Update Storybook' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  // Wherever nothing else is, the card opens the storybook.
  await card.click({ position: { x: 4, y: 4 } })
  await expect(page).toHaveURL(path)
})

/** A square of 2 × 2 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
)

test('a storybook is recognised by its initials, or by an icon of its own', async ({ tab: page }) => {
  const team = await aTeam()
  const { account, storybook } = await publish(team, team.ada, { title: 'Design System' })
  await openStorybooks(page, team)
  const card = cardOf(page, 'Design System')
  await expect(card.getByText('DS', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Edit Design System' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Storybook' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'ours.png',
    mimeType: 'image/png',
    buffer: picture,
  })
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.locator('img')).toBeVisible()
  await expect(card.locator('img')).toHaveJSProperty('naturalWidth', 128)
  const { icon } = await team.ada.call(getStorybook, { params: { account, storybook } })
  expect(icon).toMatchObject({ source: 'upload', mediaType: 'image/png' })

  await card.getByRole('button', { name: 'Edit Design System' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.locator('img')).toHaveCount(0)
})

test('a storybook can be renamed, but not to an empty title', async ({ tab: page }) => {
  const team = await aTeam()
  await publish(team, team.ada, { title: 'Old name' })
  await openStorybooks(page, team)
  await page.getByRole('button', { name: 'Edit Old name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Storybook' })
  await dialog.getByLabel('Title').fill('')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Title is required')
  await dialog.getByLabel('Title').fill('New name')
  await dialog.getByLabel('Description').fill('Renamed')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(cardOf(page, 'New name')).toContainText('Renamed')
  await expect(cardOf(page, 'Old name')).toHaveCount(0)
})

test('a storybook gets a folder and a main branch', async ({ tab: page }) => {
  const team = await aTeam()
  const { account, storybook } = await publish(team, team.ada, { title: 'Kit', branch: 'trunk' })
  await publish(team, team.ada, { storybook, branch: 'feature' })
  await openStorybooks(page, team)
  await page.getByRole('button', { name: 'Edit Kit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Storybook' })
  await dialog.getByLabel('Main branch').click()
  // A list that can be seen is what Escape closes.
  await expect(page.getByRole('option', { name: 'trunk' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { name: 'trunk' })).toBeHidden()
  await dialog.getByLabel('Main branch').fill('k')
  await page.getByRole('option', { name: 'trunk' }).click()
  await dialog.getByLabel('Folder').fill('Foundations')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('region', { name: 'Foundations' }).getByRole('article')).toHaveCount(1)
  await expect(dialog).toBeHidden()
  await expect(page.locator('#content')).toBeFocused()
  const saved = { folder: 'Foundations', mainBranch: 'trunk', latest: { branch: 'trunk' } }
  expect(await team.ada.call(getStorybook, { params: { account, storybook } })).toMatchObject(saved)
})

test('editing can be cancelled', async ({ tab: page }) => {
  const team = await aTeam()
  await publish(team, team.ada, { title: 'As it was' })
  await openStorybooks(page, team)
  await page.getByRole('button', { name: 'Edit As it was' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Storybook' })
  await dialog.getByLabel('Title').fill('Never mind')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(cardOf(page, 'As it was')).toBeVisible()
})

test('deleting a storybook requires a confirmation that names it', async ({ tab: page }) => {
  const team = await aTeam()
  await publish(team, team.ada, { title: 'Obsolete' })
  await openStorybooks(page, team)
  await page.getByRole('button', { name: 'Edit Obsolete' }).click()
  await page.getByRole('button', { name: 'Delete Storybook' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Storybook' })
  await expect(question).toContainText(
    'Are you sure you want to delete Obsolete? It can be restored from the trash for 7 days.',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()

  await page.getByRole('button', { name: 'Delete Storybook' }).click()
  await question.getByRole('button', { name: 'Delete Storybook' }).click()
  await expect(page.getByText(emptyText)).toBeVisible()
  await expect(page.getByText('It can be restored from the trash for 7 days.')).toBeVisible()
})

test('the team is listed below the storybooks, with a link to manage it', async ({ tab: page }) => {
  const team = await aTeam({ size: 2 })
  await openStorybooks(page, team)
  const section = page.getByRole('region', { name: 'Team Members' })
  await expect(section).toContainText('These users have access to your storybooks:')
  await expect(section.getByRole('article')).toHaveCount(2)
  await expect(section.getByRole('article').first()).toContainText(team.ada.email)
  await expect(section.getByRole('article').last()).toContainText('Last login: n/a')
  await section.getByRole('link', { name: 'Manage Users and Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})

test('the only version is listed and cannot be deleted', async ({ tab: page }) => {
  const team = await aTeam()
  const { path, version } = await publish(team, team.ada, { title: 'Cards' })
  await openAs(page, team.ada, `${path}/versions`)
  await expect(page.getByRole('heading', { name: 'Versions of Cards' })).toBeVisible()
  const row = page.getByRole('row', { name: version })
  await expect(row).toContainText('No message')
  await expect(row.getByRole('link', { name: /View version/ })).toHaveAttribute(
    'href',
    `${path}/version/${version}`,
  )
  await expect(row.getByTitle(version)).toHaveText(version.slice(0, 7))
  const deletion = row.getByRole('button', { name: /Delete version/ })
  await expect(deletion).toBeDisabled()
  await deletion.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('one of two versions can be deleted and brought back, and without it the other cannot', async ({
  page,
}) => {
  await page.clock.install()
  const team = await aTeam()
  const first = await publish(team, team.ada, { message: 'The first ever' })
  const second = await publish(team, team.ada, { storybook: first.storybook, message: 'A mistake' })
  await openAs(page, team.ada, `${first.path}/versions`)
  await expect(page.getByRole('row').nth(1)).toContainText('A mistake')
  await expect(page.getByRole('row').nth(2)).toContainText('The first ever')
  await page.getByRole('button', { name: `Delete version ${second.version}` }).click()
  const question = page.getByRole('dialog', { name: 'Delete Version' })
  await expect(question).toContainText(`A mistake, version ${second.version.slice(0, 7)}`)
  await question.getByRole('button', { name: 'Delete Version' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('row', { name: second.version })).toHaveCount(0)
  const notice = page.getByRole('region', { name: 'Notices' })
  await expect(notice).toContainText('Version deleted')
  // Long enough to be reached; and it stays as long as somebody is there.
  await page.clock.fastForward(15_000)
  await notice.getByRole('button', { name: 'Undo' }).focus()
  await page.clock.fastForward(60_000)
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('#content')).toBeFocused()
  await expect(page.getByRole('row').nth(1)).toContainText('A mistake')
  await page.getByRole('button', { name: `Delete version ${second.version}` }).click()
  await question.getByRole('button', { name: 'Delete Version' }).click()
  await expect(page.getByRole('row', { name: second.version })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Delete version ${first.version}` })).toBeDisabled()
  const { account, storybook } = first
  expect(await team.ada.call(listVersions, { params: { account, storybook } })).toHaveLength(1)
})

test('the newest of many versions are listed, and older ones on request', async ({ tab: page }) => {
  const team = await aTeam()
  const { path, version, account, storybook } = await publish(team, team.ada, { title: 'Many' })
  const [real] = await team.ada.call(listVersions, { params: { account, storybook } })
  // Faked, since publishing that many takes too long; the server's paging has tests of its own.
  const newest = Array.from({ length: 50 }, (_, i) => ({ ...real, publicId: `newer${i}` }))
  await page.route('**/api/**/versions?*', (route) =>
    route.fulfill({ json: route.request().url().includes('before=newer49') ? [real] : newest }),
  )
  await openAs(page, team.ada, `${path}/versions`)
  await expect(page.getByTitle('newer49')).toBeVisible()
  await expect(page.getByTitle(version)).toHaveCount(0)
  await page.route(/before=/, (route) => route.fulfill({ status: 404, json: {} }))
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('Failed to fetch versions')).toBeVisible()
  await page.unroute(/before=/)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByTitle(version)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
})

test('the viewer of a storybook without versions leads on to uploading one', async ({ tab: page }) => {
  const team = await aTeam()
  const { publicId: account } = team.account
  const { publicId } = await team.ada.call(createStorybook, { params: { account }, body: { title: 'Empty' } })
  await openAs(page, team.ada, `/account/${account}/storybook/${publicId}`)
  await expect(page.getByText('Pre iframe error: No versions found for this storybook')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Upload' }).click()
  await uploadInDialog(page, {
    file: { name: 'build.zip', mimeType: 'application/zip', buffer: aStorybookZip() },
  })
  await expect(buildIn(page).getByRole('heading', { name: 'Manager one' })).toBeVisible()
})
