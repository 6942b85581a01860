import { randomBytes } from 'node:crypto'

import type { Locator, Page } from '@playwright/test'
import { listAccounts } from '@plinth/contract/accounts.ts'
import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import { uploadInDialog } from './builds.ts'
import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** Opens the storybooks page, with a storybook called Buttons, from Getting Started, so that Back leads there. */
async function openStorybooks(page: Page) {
  const { account, ada } = await aTeam()
  const params = { account: account.publicId }
  await ada.call(createStorybook, { params, body: { title: 'Buttons' } })
  await openAs(page, ada, `/account/${account.publicId}/getting-started`)
  await page.getByRole('link', { name: 'Storybooks', exact: true }).click()
  await expect(page).toHaveURL(/\/storybooks$/)
  const titles = async () => (await ada.call(listStorybooks, { params })).map(({ title }) => title)
  const countVersions = async () => (await ada.call(listStorybooks, { params }))[0]?.versionCount
  return { account, ada, titles, countVersions }
}

async function openCreation(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Storybook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Storybook' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  return dialog
}

const questionIn = (place: Locator | Page) =>
  place.getByRole('alertdialog', { name: 'Discard your changes?' })

/** Tries to close the tab as its ✕ does. Returns whether the browser asks first; if it does, the tab stays open. */
async function asksBeforeClosing(page: Page): Promise<boolean> {
  const prompted = page.waitForEvent('dialog').then(async (dialog) => {
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    return true
  })
  const closed = page.waitForEvent('close').then(() => false)
  await page.close({ runBeforeUnload: true })
  return Promise.race([prompted, closed])
}

test.describe('unsaved input', { tag: '@long' }, () => {
  test('an empty form closes at once', async ({ tab: page }) => {
    await openStorybooks(page)
    const dialog = await openCreation(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // Also from a field that has nothing to suggest.
    const again = await openCreation(page)
    await again.getByLabel('Folder').click()
    await page.keyboard.press('Escape')
    await expect(again).toBeHidden()
  })

  for (const { name, close } of [
    { name: 'Escape', close: (page: Page) => page.keyboard.press('Escape') },
    { name: 'its ✕', close: (page: Page) => page.getByRole('button', { name: 'Close' }).click() },
    { name: 'a click outside', close: (page: Page) => page.mouse.click(5, 300) },
  ]) {
    test(`a form with input asks before ${name} closes it`, async ({ tab: page }) => {
      const { titles } = await openStorybooks(page)
      const dialog = await openCreation(page)
      await dialog.getByLabel('Title').fill('Half a thought')
      await close(page)
      await expect(questionIn(dialog)).toContainText('Your input is not saved yet.')
      await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused()
      await dialog.getByRole('button', { name: 'Keep editing' }).click()
      await expect(questionIn(dialog)).toHaveCount(0)
      await expect(dialog.getByLabel('Title')).toHaveValue('Half a thought')

      await close(page)
      await dialog.getByRole('button', { name: 'Discard' }).click()
      await expect(dialog).toBeHidden()
      expect(await titles()).toEqual(['Buttons'])
      await expect((await openCreation(page)).getByLabel('Title')).toHaveValue('')
    })
  }

  test('Escape dismisses the question, and the focus returns to the field', async ({ tab: page }) => {
    await openStorybooks(page)
    const dialog = await openCreation(page)
    await dialog.getByLabel('Description').fill('Half a sentence')
    await page.keyboard.press('Escape')
    await expect(questionIn(dialog)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(questionIn(dialog)).toHaveCount(0)
    await expect(dialog.getByLabel('Description')).toBeFocused()
    await expect(dialog.getByLabel('Description')).toHaveValue('Half a sentence')
  })

  test('input that was removed again needs no question', async ({ tab: page }) => {
    await openStorybooks(page)
    const dialog = await openCreation(page)
    await dialog.getByLabel('Title').fill('A')
    await page.keyboard.press('Escape')
    await expect(questionIn(dialog)).toBeVisible()
    await dialog.getByLabel('Title').fill('')
    await expect(questionIn(dialog)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('Back asks too, and leaves only if the changes are discarded', async ({ tab: page }) => {
    await openStorybooks(page)
    await page.getByRole('button', { name: 'Edit Buttons' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Storybook' })
    await dialog.getByLabel('Title').fill('Other buttons')
    await page.goBack()
    await expect(questionIn(dialog)).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL(/\/storybooks$/)
    await expect(dialog.getByLabel('Title')).toHaveValue('Other buttons')

    await page.goBack()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(/\/getting-started$/)
    await expect(page.getByRole('heading', { name: 'Getting Started', level: 1 })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('saved changes need no question', async ({ tab: page }) => {
    const { titles } = await openStorybooks(page)
    await page.getByRole('button', { name: 'Edit Buttons' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Storybook' })
    await dialog.getByLabel('Title').fill('Knobs')
    await page.goBack()
    await expect(questionIn(dialog)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('article', { name: 'Knobs' })).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await titles()).toEqual(['Knobs'])
    await page.goBack()
    await expect(page).toHaveURL(/\/getting-started$/)
  })

  test('of two dialogs Escape closes the upper one, and the input in the lower one stays', async ({
    tab: page,
  }) => {
    await openStorybooks(page)
    await page.getByRole('button', { name: 'Edit Buttons' }).click()
    const lower = page.getByRole('dialog', { name: 'Edit Storybook' })
    await lower.getByLabel('Title').fill('Other buttons')
    await lower.getByRole('button', { name: 'Delete Storybook' }).click()
    const upper = page.getByRole('dialog', { name: 'Delete Storybook' })
    await expect(upper).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(upper).toBeHidden()
    await expect(lower.getByLabel('Title')).toHaveValue('Other buttons')
    await expect(questionIn(lower)).toHaveCount(0)
  })

  test('the browser asks before a tab with unsaved input is closed, and only then', async ({ tab: page }) => {
    await openStorybooks(page)
    const dialog = await openCreation(page)
    await dialog.getByLabel('Title').fill('Half a thought')
    expect(await asksBeforeClosing(page)).toBe(true)
    await expect(dialog.getByLabel('Title')).toHaveValue('Half a thought')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(await asksBeforeClosing(page)).toBe(false)
  })

  test('links, tabs and Escape ask before they discard an edited account name', async ({ tab: page }) => {
    const { account, ada } = await openStorybooks(page)
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('button', { name: 'Edit the account name' }).click()
    const field = page.getByRole('textbox', { name: 'Account name' })
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)

    await page.getByRole('button', { name: 'Edit the account name' }).click()
    await field.fill('Another name')
    for (const leave of [
      () => page.getByRole('link', { name: 'Storybooks', exact: true }).click(),
      () => page.getByRole('link', { name: 'API Access' }).click(),
      () => field.press('Escape'),
    ]) {
      await leave()
      await expect(questionIn(page)).toBeVisible()
      await page.getByRole('button', { name: 'Keep editing' }).click()
      await expect(questionIn(page)).toHaveCount(0)
      await expect(page).toHaveURL(/\/settings$/)
      await expect(field).toHaveValue('Another name')
    }
    await page.getByRole('link', { name: 'Storybooks', exact: true }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(/\/storybooks$/)
    expect((await ada.call(listAccounts))[0]?.name).toBe(account.name)
  })

  test('a key that is shown only once is not closed by accident', async ({ tab: page }) => {
    const { account, ada } = await aTeam()
    await openAs(page, ada, `/account/${account.publicId}/settings/api`)
    await page.getByRole('button', { name: 'Create API Key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create API Key' })
    await dialog.getByLabel('Name').fill('Pipeline')
    await dialog.getByRole('button', { name: 'Create API Key' }).click()
    await expect(dialog.getByLabel('API key', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    const question = dialog.getByRole('alertdialog', { name: 'Leave without a copy?' })
    await expect(question).toBeVisible()
    await dialog.getByRole('button', { name: 'Copy Key' }).click()
    await expect(question).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('leaving from the other tab asks before upload notes are discarded', async ({ tab: page }) => {
    await openStorybooks(page)
    await page.getByRole('button', { name: /Upload First Storybook/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload Storybook' })
    await dialog.getByLabel('Notes').fill('Rounder corners')
    await dialog.getByRole('tab', { name: 'API / CLI Upload' }).click()
    await dialog.getByRole('link', { name: /API Access/ }).click()
    await expect(questionIn(dialog)).toBeVisible()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(/\/settings\/api$/)
  })

  test('leaving the page during an upload asks first, while the upload continues', async ({ tab: page }) => {
    const { countVersions } = await openStorybooks(page)
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 }
    await network.send('Network.emulateNetworkConditions', speed)
    await page.getByRole('button', { name: /Upload First Storybook/ }).click()
    const large = aStorybookZip({ files: { 'assets/noise.bin': randomBytes(8_000_000) } })
    await uploadInDialog(page, {
      file: { name: 'large.zip', mimeType: 'application/zip', buffer: large },
    })
    const dialog = page.getByRole('dialog', { name: 'Upload Storybook' })
    const progress = dialog.getByRole('progressbar', { name: 'Upload progress' })
    await expect(progress).toBeVisible()
    await dialog.getByRole('tab', { name: 'API / CLI Upload' }).click()
    await page.keyboard.press('Escape')
    await page.goBack()
    const question = dialog.getByRole('alertdialog', { name: 'Leave this page?' })
    await expect(question).toContainText('The upload is still running. Leaving stops it.')
    await question.getByRole('button', { name: 'Stay', exact: true }).click()
    await expect(question).toHaveCount(0)
    await dialog.getByRole('tab', { name: 'Web Browser Upload' }).click()
    await expect(progress).toBeVisible()
    expect(await asksBeforeClosing(page)).toBe(true)

    await page.goBack()
    await question.getByRole('button', { name: 'Stop the upload and leave' }).click()
    await expect(page).toHaveURL(/\/getting-started$/)
    expect(await countVersions()).toBe(0)
  })
})
