import { expect } from '@playwright/test'

import { dialog, heading, inAccount, inEmptyAccount, text } from './screen.ts'
import type { Screen } from './screen.ts'

export const ofSettings: Screen[] = [
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
]
