import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

import type { Stage } from '../stage.ts'

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

export const inAccount =
  (path: string) =>
  ({ account }: Stage) =>
    `/account/${account.publicId}/${path}`

export const inEmptyAccount =
  (path: string) =>
  ({ emptyAccount }: Stage) =>
    `/account/${emptyAccount}/${path}`

export const heading = (name: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole('heading', { name }).first()).toBeVisible()
  await settled(page)
}

export const text = (wording: string | RegExp) => async (page: Page) => {
  await expect(page.getByText(wording).first()).toBeVisible()
  await settled(page)
}

/** Everything has been loaded. */
export async function settled(page: Page) {
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
}

/** Opens a dialog with the button of this name. */
export const dialog =
  (button: string | RegExp, then?: (dialog: Locator, page: Page) => Promise<unknown>) =>
  async (page: Page) => {
    await page.getByRole('button', { name: button }).first().click()
    const opened = page.getByRole('dialog').last()
    await expect(opened).toBeVisible()
    await then?.(opened, page)
    await settled(page)
  }

/** A build is shown in the frame. */
export async function buildShown(page: Page) {
  const build = page.frameLocator('iframe')
  await expect(build.locator('h1').or(build.locator('#storybook-explorer-tree')).first()).toBeVisible()
  await settled(page)
}
