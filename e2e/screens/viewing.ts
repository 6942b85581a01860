import { expect } from '@playwright/test'

import { buildShown, dialog, heading, inAccount, settled, text } from './screen.ts'
import type { Screen } from './screen.ts'

/** Looking at a version and at what is inside it. */
export const viewing: Screen[] = [
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
    until: buildShown,
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
    until: buildShown,
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
]
