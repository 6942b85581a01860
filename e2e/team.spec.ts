import type { Page } from '@playwright/test'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createInvitation } from '@plinth/contract/invitations.ts'

import { openAs, openUserMenu, signIn, signInAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** Opens the settings of a fresh account as its Owner. */
async function openSettings(page: Page, tab = '') {
  const team = await aTeam({ size: 2 })
  await openAs(page, team.ada, `/account/${team.account.publicId}/settings${tab}`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  return team
}

test('a colleague is invited by link, joins, is listed and is removed', async ({ page, browser }) => {
  const { account } = await openSettings(page)
  await page.getByRole('button', { name: 'Invite User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite User' })
  const invite = dialog.getByRole('button', { name: /^Invite/ })
  await dialog.getByLabel('Name').fill('Cleo Colleague')
  await dialog.getByLabel('Email').fill('not an address')
  await expect(invite).toBeDisabled()
  const email = `cleo@${account.publicId}.example`
  await dialog.getByLabel('Email').fill(email)
  await invite.click()
  const link = await dialog.getByLabel('Invitation link').inputValue()
  expect(link).toMatch(/\/acceptInvite\/[0-9A-Za-z]{32}$/)
  await dialog.getByRole('button', { name: 'Copy Link' }).click()
  await expect(dialog.getByText('Copied')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  await expect(dialog.getByText('Copied')).toBeHidden({ timeout: 4000 })
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: new RegExp(email) })
  await expect(row).toContainText('Pending')
  await expect(row).toContainText('Cleo Colleague')

  const other = await browser.newContext()
  const colleague = await other.newPage()
  const sent = requestsOf(colleague)
  await colleague.goto(link)
  await colleague.getByText('Use another work address').click()
  await colleague.getByLabel('Name').fill('Cleo Colleague')
  await colleague.getByLabel('E-mail').fill(email)
  await colleague.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The account is not of Cleo's own organisation.
  await expect(colleague.getByText(`invites you to an account of ${account.name}.`)).toBeVisible()
  await expect(colleague).toHaveURL(/\/acceptInvite$/)
  await expect(page.getByRole('button', { name: 'Delete Cleo Colleague' })).toHaveCount(0)
  await colleague.getByRole('button', { name: 'Join' }).click()
  await expect(
    colleague.getByText(
      'Your invitation has been successfully redeemed. You now have access to the account.',
    ),
  ).toBeVisible()
  await expect(colleague.getByText(`Welcome to ${account.name}`)).toBeVisible()
  await colleague
    .getByRole('link', { name: 'Go to Home' })
    .or(colleague.getByRole('button', { name: 'Go to Home' }))
    .click()
  await expect(colleague.getByRole('banner')).toContainText(account.name)
  // Only opening the link itself sent the code; no other request contains it.
  const code = link.split('/').at(-1) ?? ''
  expect(sent.filter((head) => head.includes(code))).toHaveLength(1)

  await page.reload()
  await expect(row).toContainText('Used')
  await page.getByRole('button', { name: 'Delete Cleo Colleague' }).click()
  const confirmation = page.getByRole('dialog').last()
  await expect(confirmation).toContainText('Cleo Colleague')
  await confirmation.getByRole('button', { name: /Delete/ }).click()
  await expect(page.getByRole('button', { name: 'Delete Cleo Colleague' })).toHaveCount(0)

  await colleague.goto(`/account/${account.publicId}/storybooks`)
  await expect(colleague.getByText('Account not found')).toBeVisible()
  await colleague.goto(link)
  await expect(colleague.getByText('This invitation has already been used')).toBeVisible()
  await expect(colleague.getByText('Return to Home')).toBeVisible()
  await other.close()
})

test(
  'a lost link is replaced: the old one stops working, and "Not now" does not join',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { account, ada } = await openSettings(page)
    const lost = await ada.call(createInvitation, {
      params: { account: account.publicId },
      body: { email: 'dan@elsewhere.example', displayName: 'Dan' },
    })
    await page.reload()
    await page.getByRole('button', { name: 'New link for dan@elsewhere.example' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Link' })
    await dialog.getByRole('button', { name: 'Create New Link' }).click()
    const link = await dialog.getByLabel('Invitation link').inputValue()
    expect(link).not.toContain(lost.invitationCode)
    await dialog.getByRole('button', { name: 'Copy Link' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('row', { name: /dan@elsewhere/ })).toContainText(
      `${link.split('/').at(-1)?.slice(0, 6)}…`,
    )

    const other = await browser.newContext()
    const dan = await other.newPage()
    await signInAs(dan, { displayName: 'Dan', email: `dan@${account.publicId}.example` })
    await dan.goto(`/acceptInvite/${lost.invitationCode}`)
    await expect(dan.getByText('There is no such invitation')).toBeVisible()
    // A code that was refused permanently is not sent again.
    await dan.reload()
    await expect(dan.getByText('Invalid invitation token')).toBeVisible()
    await dan.goto(link)
    await dan.getByRole('button', { name: 'Not now' }).click()
    await expect(dan).toHaveURL(/\/$/)
    await dan.goto('/acceptInvite')
    await expect(dan.getByText('Invalid invitation token')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('row', { name: /dan@elsewhere/ })).toContainText('Pending')
    await other.close()
  },
)

test(
  'an invitation works in a browser where another person has logged out',
  { tag: '@long' },
  async ({ browser }) => {
    const { account, ada } = await aTeam()
    const { invitationCode } = await ada.call(createInvitation, {
      params: { account: account.publicId },
      body: { email: 'eve@elsewhere.example', displayName: 'Eve' },
    })
    const context = await browser.newContext()
    const before = await context.newPage()
    await signIn(before, 'owner@contoso.example')
    await openUserMenu(before)
    await before.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(before.getByRole('heading', { name: 'Sign in' })).toBeVisible()

    const eve = await context.newPage()
    await eve.goto(`/acceptInvite/${invitationCode}`)
    await eve.getByText('Use another work address').click()
    await eve.getByLabel('Name').fill('Eve')
    await eve.getByLabel('E-mail').fill(`eve@${account.publicId}.example`)
    await eve.getByRole('button', { name: 'Sign in', exact: true }).click()
    await eve.getByRole('button', { name: 'Join' }).click()
    await expect(eve.getByText('Your invitation has been successfully redeemed.')).toBeVisible()
    await context.close()
  },
)

/** URL and headers of every request of a page. */
function requestsOf(page: Page): string[] {
  const heads: string[] = []
  page.on('request', (request) => heads.push(`${request.url()} ${JSON.stringify(request.headers())}`))
  return heads
}

test('a member is edited with the messages of the specification, and the last Owner stays', async ({
  page,
}) => {
  const { ada, ben } = await openSettings(page)
  await page.getByRole('button', { name: `Edit ${ben.displayName}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: /Save/ }).click()
  await expect(dialog.getByText('Name and email are required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Benjamin')
  await dialog.getByLabel('Email').fill('ben')
  await dialog.getByRole('button', { name: /Save/ }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabel('Email').fill('benjamin@team.example')
  await dialog.getByRole('radio', { name: 'User' }).check()
  await dialog.getByRole('button', { name: /Save/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('benjamin@team.example')).toBeVisible()
  await page.getByRole('button', { name: `Delete ${ada.displayName}` }).click()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /Delete/ })
    .click()
  await expect(page.getByText('This is the last Owner of the account')).toBeVisible()
})

test('an API key is shown once, listed by its first characters and deleted by name', async ({ page }) => {
  await openSettings(page, '/api')
  await expect(
    page.getByText('You currently have no API keys. Click the button above to create one.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Create API Key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API Key' })
  const create = dialog.getByRole('button', { name: /^Create/ })
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Name').fill('Pipeline')
  await create.click()
  const shown = page.getByRole('dialog')
  const key = await shown.getByLabel('API key', { exact: true }).inputValue()
  expect(key).toMatch(/^plk_[0-9A-Za-z]{38}$/)
  await expect(shown.getByText(/not be shown again/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: /Copy/ }).click()
  await shown
    .getByRole('button', { name: /Done|Close/ })
    .last()
    .click()
  await expect(page.getByText(`${key.slice(0, 8)}…`)).toBeVisible()
  await expect(page.getByText(key)).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete API key Pipeline' }).click()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /Delete/ })
    .click()
  await expect(
    page.getByText('You currently have no API keys. Click the button above to create one.'),
  ).toBeVisible()
})

test('Getting Started lists completed steps first, and links to the others', async ({ page }) => {
  const { account, ada } = await aTeam()
  await ada.call(createApiKey, { params: { account: account.publicId }, body: { name: 'Pipeline' } })
  await openAs(page, ada)
  await expect(page).toHaveURL(/getting-started$/)
  const steps = page
    .getByRole('listitem')
    .filter({ hasText: /Sign Up|Upload Your First|Invite Team|Configure CI/ })
  await expect(steps).toHaveText([
    /Sign Up/,
    /Configure CI\/CD API Access/,
    /Upload Your First Storybook/,
    /Invite Team Members/,
  ])
  await expect(page.getByText('support@plinth.example').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Configure CI\/CD/ })).toHaveAttribute('href', /settings\/api$/)
  await page.getByRole('link', { name: /Invite Team Members/ }).click()
  await expect(page).toHaveURL(/settings\/users$/)
  await expect(page.getByRole('heading', { name: 'Users' })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Users' })).toBeFocused()
  // A tab that does not exist is corrected.
  await page.goto(`/account/${account.publicId}/settings/nope`)
  await expect(page).toHaveURL(`/account/${account.publicId}/settings`)
  // On a phone the tabs are one row, scrolled to the current one.
  await page.setViewportSize({ width: 390, height: 844 })
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  await expect(tabs.getByRole('link', { name: 'Audit log' })).not.toBeInViewport()
  await page.goto(`/account/${account.publicId}/settings/audit`)
  await expect(tabs.getByRole('link', { name: 'Audit log' })).toBeInViewport({ ratio: 1 })
  expect((await tabs.boundingBox())?.height).toBeLessThan(60)
})
