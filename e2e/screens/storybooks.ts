import { expect } from '@playwright/test'

import { zipWithOddEntry } from '../../server/src/testing/refusal-case.ts'
import { dialog, heading, inAccount, inEmptyAccount, text } from './screen.ts'
import type { Screen } from './screen.ts'

export const ofStorybooks: Screen[] = [
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
]
