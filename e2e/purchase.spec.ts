import { randomUUID } from 'node:crypto'

import type { Locator, Page } from '@playwright/test'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import { uploadInDialog } from './builds.ts'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

/** Presses a button of the marketplace's card for this organisation. */
async function inMarketplace(page: Page, domain: string, act: (card: Locator) => Promise<void>) {
  await page.goto('/marketplace')
  await act(page.locator('section[data-subscription]').filter({ hasText: domain }))
}

/** Buys five seats for an organisation the marketplace does not list, and follows the link to the setup. */
async function buyFor(page: Page, domain: string) {
  await page.goto('/marketplace')
  await page.getByLabel('Organisation').selectOption({ label: 'Another one' })
  await page.getByLabel('Its domain or tenant id').fill(domain)
  await page.getByLabel('Seats').first().fill('5')
  await page.getByRole('button', { name: 'Buy and set up' }).click()
}

/** Waits until the account's tab shows the subscription like this, after the webhook has arrived. */
async function expectSubscription(page: Page, account: string, texts: (string | RegExp)[]) {
  await expect(async () => {
    await page.goto(`/account/${account}/settings/subscriptions`)
    const row = page.getByRole('row').nth(1)
    await expect(row).toBeVisible()
    for (const text of texts) await expect(row).toContainText(text, { timeout: 250 })
  }).toPass({ timeout: 30_000 })
}

/** Types the account's name, as the dialog requires, and confirms. */
async function confirmDeletion(dialog: Locator) {
  const name = dialog.getByLabel("Type the account's name to confirm")
  await name.fill((await name.getAttribute('placeholder')) ?? '')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
}

test.describe('purchases', { tag: '@long' }, () => {
  test('an account is bought, used, suspended, reinstated, cancelled and closed', async ({ page }) => {
    test.setTimeout(180_000)
    const domain = `buyer-${randomUUID().slice(0, 8)}.example`
    await buyFor(page, domain)

    // The setup requires a sign-in first, and then continues.
    await page.getByText('Use another work address').click()
    await page.getByLabel('Name').fill('Bea Buyer')
    await page.getByLabel('E-mail').fill(`bea@${domain}`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/account\/[a-z0-9]+\//, { timeout: 30_000 })
    const account = /\/account\/([a-z0-9]+)/.exec(page.url())?.[1] ?? 'none'
    await page.goto(`/account/${account}/storybooks`)
    await page.getByRole('button', { name: 'Add Storybook' }).click()
    await page.getByLabel('Title').fill('Bought')
    await page.getByRole('button', { name: 'Create Storybook' }).click()
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await expect(page.getByRole('article', { name: 'Bought' })).toBeVisible()
    await expectSubscription(page, account, ['Active', 'team', '5'])

    await inMarketplace(page, domain, async (card) => {
      await card.getByLabel('Plan').selectOption('business')
      await card.getByRole('button', { name: 'Change plan' }).click()
    })
    await expectSubscription(page, account, ['business', '5'])
    await inMarketplace(page, domain, async (card) => {
      await card.getByLabel('Seats').fill('25')
      await card.getByRole('button', { name: 'Change seats' }).click()
    })
    await expectSubscription(page, account, ['business', '25'])

    await inMarketplace(page, domain, (card) => card.getByRole('button', { name: 'Suspend' }).click())
    await expectSubscription(page, account, ['Suspended'])
    await page.goto(`/account/${account}/storybooks`)
    await expect(page.getByText('The subscription of this account is suspended')).toBeVisible()
    await page.getByRole('button', { name: /Upload First Storybook/ }).click()
    await page
      .locator('input[accept=".zip"]')
      .setInputFiles({ name: 'b.zip', mimeType: 'application/zip', buffer: aStorybookZip() })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByText('Upload Error')).toBeVisible()
    await expect(page.getByRole('dialog')).toContainText(/suspended/)

    await inMarketplace(page, domain, (card) => card.getByRole('button', { name: 'Reinstate' }).click())
    await expectSubscription(page, account, ['Active'])
    await page.goto(`/account/${account}/storybooks`)
    await page.getByRole('button', { name: /Upload First Storybook/ }).click()
    await uploadInDialog(page, {
      file: { name: 'b.zip', mimeType: 'application/zip', buffer: aStorybookZip() },
    })
    await expect(page.getByRole('link', { name: /View Storybook/ })).toBeVisible()

    await inMarketplace(page, domain, (card) =>
      card.getByRole('button', { name: 'Cancel subscription' }).click(),
    )
    await expectSubscription(page, account, ['Cancelled'])
    await page.goto(`/account/${account}/settings`)
    await page.getByRole('button', { name: 'Delete Account' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('no storybooks, no portal users and no active subscriptions')
    await confirmDeletion(dialog)
    await expect(page.getByText('Failed to delete account').first()).toBeVisible()
    await expect(page.getByText(/1 storybook/).first()).toBeVisible()

    await page.goto(`/account/${account}/storybooks`)
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.getByRole('button', { name: 'Delete Storybook' }).click()
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /Delete/ })
      .last()
      .click()
    await expect(page.getByText('You currently have no storybooks.')).toBeVisible()
    await page.goto(`/account/${account}/settings`)
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await confirmDeletion(page.getByRole('dialog'))
    await expect(page.getByText('Account deleted successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/accounts$/)
    await expect(page.getByRole('heading', { name: 'No access yet' })).toBeVisible()
  })

  test('a purchase of another organisation is set up after Switch Account', async ({ page }) => {
    const domain = `buyer-${randomUUID().slice(0, 8)}.example`
    await buyFor(page, domain)
    await page.getByRole('button', { name: 'owner@fabrikam.example' }).click()
    await expect(page.getByText('This purchase was made for another organisation.')).toBeVisible()
    await page.getByRole('button', { name: 'Switch Account' }).click()
    await page.getByText('Use another work address').click()
    await page.getByLabel('Name').fill('Bea Buyer')
    await page.getByLabel('E-mail').fill(`bea@${domain}`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Your account is ready')).toBeVisible()
  })

  test('only the operator can open the admin area', async ({ page, browser }) => {
    await signIn(page, 'operator@plinth.example')
    // The operator belongs to no account.
    await expect(page).toHaveURL('/admin/accounts')
    await expect(page).toHaveTitle('Accounts – Administration – Plinth')
    await expect(page.getByText('Contoso').first()).toBeVisible()
    const other = await browser.newPage()
    await signIn(other, 'owner@fabrikam.example')
    // For others it behaves exactly like an unknown URL: it leads to their only account.
    for (const path of ['/no-such-page', '/admin']) {
      await other.goto(path)
      await expect(other).toHaveURL(/\/account\/[a-z0-9]+\//)
      await expect(other.getByRole('banner')).toContainText('Fabrikam')
      await expect(other.getByText(`There is no page at ${path}`)).toBeVisible()
    }
    await other.close()
  })

  test('the operator replaces a lost Owner link, and deletes an account that nobody uses', async ({
    page,
    browser,
  }) => {
    const name = `By hand ${randomUUID().slice(0, 8)}`
    await signIn(page, 'operator@plinth.example')
    await page.getByRole('button', { name: 'Create Account' }).click()
    const creation = page.getByRole('dialog', { name: 'Create Account' })
    await creation.getByLabel('Name').fill(name)
    await creation.getByLabel("Owner's email").fill('boss@customer.example')
    await creation.getByRole('button', { name: 'Create Account' }).click()
    const lost = await creation.getByLabel('Owner invitation link').inputValue()
    await creation.getByRole('button', { name: 'Copy Link' }).click()
    await creation.getByRole('button', { name: 'Done' }).click()

    const row = page.getByRole('row', { name: new RegExp(name) })
    await expect(row).toContainText('No Owner yet: boss@customer.example is invited')
    await row.getByRole('button', { name: `Invite an Owner to ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite Owner' })
    await dialog.getByRole('button', { name: 'Create Link' }).click()
    const link = await dialog.getByLabel('Owner invitation link').inputValue()
    expect(link).not.toBe(lost)
    await dialog.getByRole('button', { name: 'Copy Link' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()

    const other = await browser.newContext()
    const boss = await other.newPage()
    await signIn(boss, 'owner@fabrikam.example')
    await boss.goto(lost)
    await expect(boss.getByText('This invitation has been withdrawn')).toBeVisible()
    await boss.goto(link)
    await expect(boss.getByText(`invites you to an account of ${name}.`)).toBeVisible()
    await other.close()

    await row.getByRole('button', { name: `Delete ${name}` }).click()
    await confirmDeletion(page.getByRole('dialog', { name: 'Delete Account' }))
    await expect(page.getByText('Account deleted successfully')).toBeVisible()
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Delete Contoso' }).click()
    const refusal = page.getByRole('dialog', { name: 'Delete Account' })
    await confirmDeletion(refusal)
    await expect(refusal).toContainText(/The account still has \d+ storybooks?/)
  })

  test('setup without a token says where to start', async ({ page }) => {
    await page.goto('/signup')
    await page.getByRole('button', { name: 'owner@fabrikam.example' }).click()
    await expect(page.getByText('Setup Error')).toBeVisible()
    await expect(
      page.getByText('No setup token provided. Please start the setup process from Microsoft AppSource.'),
    ).toBeVisible()
  })
})
