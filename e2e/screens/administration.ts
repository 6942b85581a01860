import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { dialog, heading, text } from './screen.ts'
import type { Screen } from './screen.ts'

/** Finds an account in the operator's list, which the accounts of all tests make long. */
async function findContoso(page: Page) {
  await page.getByLabel('Search accounts').fill('Contoso')
  // Below the head, and no longer among all others.
  await expect(page.getByRole('row')).toHaveCount(2)
  await text('Contoso')(page)
}

export const ofAdministration: Screen[] = [
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
