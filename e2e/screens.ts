import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

import { zipWithOddEntry } from '../server/src/testing/refusal-case.ts'
import type { Stage } from './stage.ts'

type Visitor = 'nobody' | 'ada' | 'consultant' | 'newcomer' | 'librarian' | 'stranger' | 'operator'

/** A state of the portal that a person can reach. */
export interface Screen {
  name: string
  /** Who looks at it. */
  by: Visitor
  /** The path to open … */
  at: (stage: Stage) => string
  /** … and what to do there until the screen is complete. */
  until: (page: Page, stage: Stage) => Promise<unknown>
  /** Shown only where the header is folded into a menu. */
  isNarrow?: true
}

const inAccount =
  (path: string) =>
  ({ account }: Stage) =>
    `/account/${account.publicId}/${path}`

const inEmptyAccount =
  (path: string) =>
  ({ emptyAccount }: Stage) =>
    `/account/${emptyAccount}/${path}`

const heading = (name: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole('heading', { name }).first()).toBeVisible()
  await settled(page)
}

const text = (wording: string | RegExp) => async (page: Page) => {
  await expect(page.getByText(wording).first()).toBeVisible()
  await settled(page)
}

/** Everything has been loaded. */
async function settled(page: Page) {
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
}

/** Opens a dialog with the button of this name. */
const dialog =
  (button: string | RegExp, then?: (dialog: Locator, page: Page) => Promise<unknown>) =>
  async (page: Page) => {
    await page.getByRole('button', { name: button }).first().click()
    const opened = page.getByRole('dialog').last()
    await expect(opened).toBeVisible()
    await then?.(opened, page)
    await settled(page)
  }

/** Finds an account in the operator's list, which the accounts of all tests make long. */
async function findContoso(page: Page) {
  await page.getByLabel('Search accounts').fill('Contoso')
  // Below the head, and no longer among all others.
  await expect(page.getByRole('row')).toHaveCount(2)
  await text('Contoso')(page)
}

/** All screens, in the order in which a person would see them. */
export const screens: Screen[] = [
  { name: 'sign-in', by: 'nobody', at: () => '/', until: heading('Sign in') },
  { name: 'no-access', by: 'stranger', at: () => '/', until: heading('No access yet') },
  { name: 'setup-error', by: 'stranger', at: () => '/signup', until: text('Setup Error') },
  {
    name: 'invitation-error',
    by: 'stranger',
    at: () => `/acceptInvite/${'0'.repeat(32)}`,
    until: text('Return to Home'),
  },
  {
    name: 'invitation-question',
    by: 'stranger',
    at: ({ invitation }) => `/acceptInvite/${invitation}`,
    until: async (page) => expect(page.getByRole('button', { name: 'Join' })).toBeEnabled(),
  },
  {
    name: 'agent-question',
    by: 'ada',
    at: ({ agentRequest }) => agentRequest,
    until: async (page) => expect(page.getByRole('button', { name: 'Allow' })).toBeEnabled(),
  },
  {
    name: 'agent-expired',
    by: 'ada',
    at: () => '/authorize/expired',
    until: text('start again in your agent'),
  },
  { name: 'select-account', by: 'consultant', at: () => '/', until: heading('Select an Account') },
  {
    name: 'account-not-found',
    by: 'consultant',
    at: () => '/account/nothing',
    until: text('Account not found'),
  },
  { name: 'page-not-found', by: 'ada', at: inAccount('nothing'), until: heading(/not found/i) },
  { name: 'getting-started', by: 'ada', at: inAccount('getting-started'), until: heading('Getting Started') },
  {
    name: 'getting-started-new',
    by: 'newcomer',
    at: inEmptyAccount('getting-started'),
    until: heading('Getting Started'),
  },
  { name: 'storybooks', by: 'ada', at: inAccount('storybooks'), until: text('Last updated') },
  {
    name: 'storybooks-empty',
    by: 'newcomer',
    at: inEmptyAccount('storybooks'),
    until: text('You currently have no storybooks'),
  },
  {
    name: 'storybooks-many',
    by: 'librarian',
    at: ({ largeAccount }) => `/account/${largeAccount}/storybooks`,
    until: text('Recently viewed'),
  },
  {
    name: 'user-menu',
    by: 'ada',
    at: inAccount('settings'),
    until: async (page) => {
      await page.getByRole('button', { name: /^User menu of/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    },
  },
  {
    name: 'navigation-menu',
    by: 'ada',
    at: inAccount('getting-started'),
    until: async (page) => {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
    },
    isNarrow: true,
  },
  {
    name: 'storybook-create',
    by: 'ada',
    at: inAccount('storybooks'),
    until: dialog('Add Storybook', async (opened) => {
      await opened.getByRole('button', { name: 'Create Storybook' }).click()
      await expect(opened.getByText('Title is required')).toBeVisible()
    }),
  },
  { name: 'storybook-edit', by: 'ada', at: inAccount('storybooks'), until: dialog('Edit Design System') },
  {
    name: 'storybook-delete',
    by: 'ada',
    at: inAccount('storybooks'),
    until: dialog('Edit Design System', (_, page) => dialog('Delete Storybook')(page)),
  },
  {
    name: 'upload-browser',
    by: 'ada',
    at: inAccount('storybooks'),
    until: dialog(/Upload First Storybook/, async (opened) => {
      await opened.locator('input[accept=".zip"]').setInputFiles({
        name: 'design-system.zip',
        mimeType: 'application/zip',
        buffer: zipWithOddEntry({ crc32: 1 }),
      })
      await opened.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(opened.getByText('Upload Error')).toBeVisible()
    }),
  },
  {
    name: 'upload-api',
    by: 'ada',
    at: inAccount('storybooks'),
    until: dialog(/^Upload new version/, (opened) =>
      opened.getByRole('tab', { name: 'API / CLI Upload' }).click(),
    ),
  },
  {
    name: 'versions',
    by: 'ada',
    at: ({ storybook }) => `${storybook.path}/versions`,
    until: text('Tables become lists'),
  },
  {
    name: 'version-delete',
    by: 'ada',
    at: ({ storybook }) => `${storybook.path}/versions`,
    until: dialog(/^Delete version/),
  },
  {
    name: 'share',
    by: 'ada',
    at: ({ storybook }) => storybook.path,
    until: dialog(/^Share…/, (opened) => expect(opened.getByText('For the agency')).toBeVisible()),
  },
  {
    name: 'compose',
    by: 'ada',
    at: ({ storybook }) => storybook.path,
    until: dialog(/^Use in another Storybook/, (opened) =>
      expect(opened.getByText(/plinthRefs\(/)).toBeVisible(),
    ),
  },
  {
    name: 'compose-for-people',
    by: 'ada',
    at: ({ storybook }) => storybook.path,
    until: dialog(/^Use in another Storybook/, (opened) =>
      opened.getByRole('tab', { name: 'For people' }).click(),
    ),
  },
  {
    name: 'compose-request-gone',
    by: 'ada',
    at: () => '/compose?request=unknown',
    until: text('This request cannot be answered'),
  },
  {
    name: 'connections',
    by: 'ada',
    at: () => '/connections',
    until: text('You have not allowed any other Storybook'),
  },
  {
    name: 'shared',
    by: 'nobody',
    at: ({ shareLink }) => shareLink,
    until: async (page) => {
      const build = page.frameLocator('iframe')
      await expect(build.locator('h1').or(build.locator('#storybook-explorer-tree')).first()).toBeVisible()
      await settled(page)
    },
  },
  {
    name: 'shared-gone',
    by: 'nobody',
    at: () => '/share#unknown',
    until: heading('This link no longer works'),
  },
  {
    name: 'viewer',
    by: 'ada',
    at: ({ storybook }) => storybook.path,
    until: async (page) => {
      const build = page.frameLocator('iframe')
      await expect(build.locator('h1').or(build.locator('#storybook-explorer-tree')).first()).toBeVisible()
      await settled(page)
    },
  },
  {
    name: 'palette',
    by: 'ada',
    at: inAccount('settings'),
    until: dialog('Search', async (opened, page) => {
      await expect(opened.getByRole('combobox')).toBeFocused()
      await page.keyboard.type('button')
      await expect(opened.getByRole('option').first()).toBeVisible()
    }),
  },
  { name: 'search', by: 'ada', at: inAccount('search?q=buton'), until: text(/\bresults?\b|Nothing/) },
  {
    name: 'components',
    by: 'ada',
    at: inAccount('components'),
    until: async (page) => {
      await expect(page.locator('main a[href*="/component/"]').first()).toBeVisible()
      await settled(page)
    },
  },
  {
    name: 'component',
    by: 'ada',
    at: ({ storybook, component }) => `${storybook.path}/component/${component}`,
    until: text('In other storybooks'),
  },
  {
    name: 'compare',
    by: 'ada',
    at: ({ storybook }) => `${storybook.path}/compare/...${storybook.version}`,
    until: heading('Size'),
  },
  {
    name: 'side-by-side',
    by: 'ada',
    at: ({ storybook, story }) => `${storybook.path}/compare/...${storybook.version}/story/${story}`,
    until: async (page) => {
      for (const side of ['Before', 'After']) {
        const pane = page.getByRole('region', { name: side })
        await expect(
          pane.frameLocator('iframe').locator('h1:visible, #storybook-root:visible').first(),
        ).toBeVisible()
      }
      await settled(page)
    },
  },
  {
    name: 'viewer-error',
    by: 'ada',
    at: ({ account, bare }) => `/account/${account.publicId}/storybook/${bare}`,
    until: text('Pre iframe error'),
  },
  { name: 'settings-general', by: 'ada', at: inAccount('settings'), until: text('cleo@northwind.example') },
  { name: 'member-edit', by: 'ada', at: inAccount('settings'), until: dialog('Edit Ben Okafor') },
  { name: 'member-delete', by: 'ada', at: inAccount('settings'), until: dialog('Delete Ben Okafor') },
  {
    name: 'invite',
    by: 'ada',
    at: inAccount('settings'),
    until: dialog('Invite User', async (opened) => {
      await opened.getByLabel('Name').fill('Dana Ito')
      await opened.getByLabel('Email').fill('dana@')
    }),
  },
  {
    name: 'invite-done',
    by: 'ada',
    at: inAccount('settings'),
    until: dialog('Invite User', async (opened) => {
      await opened.getByLabel('Name').fill('Dana Ito')
      await opened.getByLabel('Email').fill('dana@northwind.example')
      await opened.getByRole('button', { name: /^Invite/ }).click()
      await expect(opened.getByLabel('Invitation link')).toBeVisible()
    }),
  },
  {
    name: 'invitation-delete',
    by: 'ada',
    at: inAccount('settings'),
    until: dialog(/^Delete .*invitation/i),
  },
  { name: 'account-delete', by: 'newcomer', at: inEmptyAccount('settings'), until: heading('Settings') },
  { name: 'settings-api', by: 'ada', at: inAccount('settings/api'), until: text('Main pipeline') },
  {
    name: 'settings-api-empty',
    by: 'newcomer',
    at: inEmptyAccount('settings/api'),
    until: text('You currently have no API keys'),
  },
  {
    name: 'api-key-created',
    by: 'newcomer',
    at: inEmptyAccount('settings/api'),
    until: dialog('Create API Key', async (opened, page) => {
      await opened.getByLabel('Name').fill('Nightly')
      await opened.getByRole('button', { name: /^Create/ }).click()
      await expect(page.getByLabel('API key', { exact: true })).toBeVisible()
    }),
  },
  {
    name: 'api-key-delete',
    by: 'ada',
    at: inAccount('settings/api'),
    until: dialog('Delete API key Main pipeline'),
  },
  {
    name: 'settings-subscriptions',
    by: 'ada',
    at: inAccount('settings/subscriptions'),
    until: text('Plinth for Northwind'),
  },
  {
    name: 'connect-agent',
    by: 'ada',
    at: inAccount('agents'),
    until: text('No agent has called yet.'),
  },
  {
    name: 'settings-webhooks',
    by: 'ada',
    at: inAccount('settings/webhooks'),
    until: text('hooks.northwind.example'),
  },
  {
    name: 'settings-webhooks-empty',
    by: 'newcomer',
    at: inEmptyAccount('settings/webhooks'),
    until: text('You currently have no webhooks'),
  },
  {
    name: 'webhook-create',
    by: 'ada',
    at: inAccount('settings/webhooks'),
    until: dialog('Create Webhook', async (opened) => {
      await opened.getByRole('button', { name: 'Create Webhook' }).click()
      await expect(opened.getByText('Name is required')).toBeVisible()
    }),
  },
  {
    name: 'webhook',
    by: 'ada',
    at: ({ account, webhook }) => `/account/${account.publicId}/settings/webhooks/${webhook}`,
    until: text('Nothing has been sent yet.'),
  },
  { name: 'settings-storage', by: 'ada', at: inAccount('settings/storage'), until: text('Checkout') },
  {
    name: 'settings-retention',
    by: 'ada',
    at: inAccount('settings/retention'),
    until: async (page) => {
      await page.getByLabel('Versions to keep of each branch').fill('1')
      await page.getByRole('combobox', { name: 'Add an exception for' }).click()
      await page.getByRole('option', { name: 'Checkout' }).click()
      await page.getByRole('button', { name: 'Preview' }).click()
      await text('These rules would remove 1 version')(page)
    },
  },
  { name: 'settings-trash', by: 'ada', at: inAccount('settings/trash'), until: text('Storybook Retired') },
  {
    name: 'trash-delete',
    by: 'ada',
    at: inAccount('settings/trash'),
    until: dialog('Delete storybook Retired for good'),
  },
  {
    name: 'settings-trash-empty',
    by: 'newcomer',
    at: inEmptyAccount('settings/trash'),
    until: text('The trash is empty'),
  },
  { name: 'settings-audit', by: 'ada', at: inAccount('settings/audit'), until: text('Ada Lindqvist') },
  { name: 'admin-accounts', by: 'operator', at: () => '/admin/accounts', until: findContoso },
  {
    name: 'admin-account-create',
    by: 'operator',
    at: () => '/admin/accounts',
    until: async (page) => {
      await findContoso(page)
      await dialog(/Create Account/)(page)
    },
  },
  {
    name: 'admin-storage-limit',
    by: 'operator',
    at: () => '/admin/accounts',
    until: async (page) => {
      await findContoso(page)
      await dialog(/Change the storage limit/)(page)
    },
  },
  { name: 'admin-marketplace', by: 'operator', at: () => '/admin/marketplace', until: heading(/./) },
  { name: 'admin-audit', by: 'operator', at: () => '/admin/audit', until: heading(/./) },
]
