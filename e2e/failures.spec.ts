import type { Page } from '@playwright/test'

import { expect, test } from './test.ts'

interface Failure {
  /** The page below the account. */
  at: string
  /** The call that is refused: its method, and the end of its path. */
  call: [method: string, path: RegExp]
  /** What to do on the page, if opening it is not enough. */
  act?: (page: Page) => Promise<void>
  /** The message that the specification prescribes. */
  says: string
}

const press = async (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .last()
    .click()

async function fillIn(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await page.getByRole('dialog').getByLabel(label, { exact: false }).fill(value)
  }
}

const failures: Failure[] = [
  { at: 'storybooks', call: ['GET', /\/Storybooks$/], says: 'Failed to fetch storybooks' },
  { at: 'storybooks', call: ['GET', /\/PortalUsers$/], says: 'Failed to fetch users' },
  { at: '', call: ['GET', /\/Storybooks$/], says: 'Failed to fetch data' },
  { at: 'settings', call: ['GET', /\/subscriptions$/], says: 'Failed to load account details' },
  { at: 'settings/subscriptions', call: ['GET', /\/subscriptions$/], says: 'Failed to fetch subscriptions' },
  {
    at: 'storybooks',
    call: ['POST', /\/Storybooks$/],
    act: async (page) => {
      await press(page, 'Add Storybook')
      await fillIn(page, { Title: 'Refused' })
      await press(page, 'Create Storybook')
    },
    says: 'Failed to create storybook',
  },
  {
    at: 'settings',
    call: ['PUT', /\/PortalUsers\//],
    act: async (page) => {
      await press(page, 'Edit Ben Okafor')
      await fillIn(page, { Name: 'Benjamin Okafor' })
      await press(page, 'Save Changes')
    },
    says: 'Failed to update user',
  },
  {
    at: 'settings',
    call: ['DELETE', /\/PortalUsers\//],
    act: async (page) => {
      await press(page, 'Delete Ben Okafor')
      await press(page, 'Delete User')
    },
    says: 'Failed to delete user',
  },
  {
    at: 'settings',
    call: ['POST', /\/PortalUserInvitation$/],
    act: async (page) => {
      await press(page, 'Invite User')
      await fillIn(page, { Name: 'Dana', Email: 'dana@northwind.example' })
      await press(page, 'Invite User')
    },
    says: 'Failed to invite user',
  },
  {
    at: 'settings',
    call: ['DELETE', /\/PortalUserInvitation\//],
    act: async (page) => {
      await press(page, /^Delete invitation for/)
      await press(page, 'Delete Invitation')
    },
    says: 'Failed to delete invitation',
  },
  {
    at: 'settings',
    call: ['PUT', /\/AccountManagement\/name$/],
    act: async (page) => {
      await press(page, 'Edit the account name')
      await page.getByLabel('Account name').fill('Another name')
      await press(page, 'Save')
    },
    says: 'Failed to update account name',
  },
  {
    at: 'settings/api',
    call: ['POST', /\/ApiKeys$/],
    act: async (page) => {
      await press(page, 'Create API Key')
      await fillIn(page, { Name: 'Refused' })
      await press(page, 'Create API Key')
    },
    says: 'Failed to create API key',
  },
  {
    at: 'settings/api',
    call: ['DELETE', /\/ApiKeys\//],
    act: async (page) => {
      await press(page, 'Delete API key Main pipeline')
      await press(page, 'Delete API Key')
    },
    says: 'Failed to delete API key',
  },
]

test.describe('calls that fail', { tag: '@long' }, () => {
  for (const { at, call, act, says } of failures) {
    test(`${call[0]} ${call[1].source.replaceAll('\\', '')} refused at /${at}: ${says}`, async ({
      visit,
      stage,
    }) => {
      const [method, path] = call
      const isMeant = (url: URL) => url.pathname.startsWith('/api/') && path.test(url.pathname)
      const page = await visit({
        name: says,
        by: 'ada',
        at: () => `/account/${stage.account.publicId}/${at}`,
        until: (tab) => expect(tab.getByRole('heading', { level: 1 })).toBeVisible(),
      })
      await page.route(isMeant, (route) =>
        route.request().method() === method ? route.fulfill({ status: 403, body: '' }) : route.fallback(),
      )
      await (act ? act(page) : page.goto(`/account/${stage.account.publicId}/${at}`))
      await expect(page.getByText(says).first()).toBeVisible()
      // The specified message for the status, since the server sent no problem document.
      await expect(page.getByText('Forbidden').first()).toBeVisible()
      await page.unroute(isMeant)
    })
  }

  test('notices appear at the bottom right, 440 wide, and close on their own', async ({ visit, stage }) => {
    const page = await visit({
      name: 'notice',
      by: 'ada',
      at: () => `/account/${stage.account.publicId}/settings`,
      until: (tab) => expect(tab.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible(),
    })
    await press(page, 'Edit the account name')
    await page.getByLabel('Account name').fill('Northwind Design Ltd')
    await press(page, 'Save')
    const notice = page.getByText('Account name updated successfully')
    await expect(notice).toBeVisible()
    const area = page.getByRole('region', { name: 'Notices' })
    const { x = 0, y = 0, width = 0, height = 0 } = (await area.boundingBox()) ?? {}
    const size = page.viewportSize() ?? { width: 0, height: 0 }
    expect(width).toBe(440)
    expect(size.width - (x + width)).toBeLessThan(40)
    expect(size.height - (y + height)).toBeLessThan(40)
    await expect(notice).toBeHidden({ timeout: 10_000 })
  })

  const columns = {
    'settings/api': ['Name', 'Created', 'Created by', 'Key Preview'],
    settings: ['Email', 'Invitation Code', 'Status', 'Created', 'Expires'],
    'settings/subscriptions': ['Name', 'Status', 'Plan', 'Quantity', 'Created', 'Last Updated'],
    'storybook/{id}/versions': ['Public ID', 'Created At', 'Message'],
  }

  for (const [at, names] of Object.entries(columns)) {
    test(`the table at ${at} has the columns ${names.join(', ')}`, async ({ visit, stage }) => {
      const page = await visit({
        name: at,
        by: 'ada',
        at: () => `/account/${stage.account.publicId}/${at.replace('{id}', stage.storybook.storybook)}`,
        until: (tab) => expect(tab.getByRole('columnheader').first()).toBeVisible(),
      })
      for (const name of names)
        await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
    })
  }
})
