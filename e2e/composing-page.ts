import { chromium, expect } from '@playwright/test'
import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test'

import playwright from '../playwright.config.ts'
import type { Colleague } from './teams.ts'

/** Whole Storybooks load in frames, one after the other. */
const loadTimeout = 30_000
export const expectLoaded = expect.configure({ timeout: loadTimeout })

export type Cookies = 'blocked' | 'allowed'

/** A browser that blocks third-party cookies, or allows them. */
export async function openBrowser(cookies: Cookies): Promise<BrowserContext> {
  const { launchOptions } = playwright.use ?? {}
  const blocking = cookies === 'blocked' ? ['--test-third-party-cookie-phaseout'] : []
  const args = [...(launchOptions?.args ?? []), ...blocking]
  const browser = await chromium.launch({ ...launchOptions, args })
  const context = await browser.newContext()
  // Otherwise whatever never comes is waited for until the test ends, and nothing says what it was.
  context.setDefaultTimeout(loadTimeout)
  context.on('close', () => void browser.close())
  return context
}

/** The story of a ref in the composing Storybook. */
export const storyOf = (page: Page, ref: string): FrameLocator => page.frameLocator(`#storybook-ref-${ref}`)

/**
 * Loads the composing Storybook and waits for the metadata of its last ref: if Storybook 10 reads it after a story is
 * shown, it forgets that it is.
 */
export async function load(page: Page, lastRef: string, navigate: () => Promise<unknown>) {
  const isLast = (url: string) => url.startsWith(lastRef) && url.endsWith('/metadata.json')
  const loaded = page.waitForResponse((response) => isLast(response.url()))
  await navigate()
  await loaded
}

/** Reads the docs page of a ref, shows a story, and changes a control outside the frame. */
export async function useRef(page: Page, ref: string) {
  const frame = storyOf(page, ref)
  // Storybook opens the docs page with it.
  await page.locator(`#${ref}_actions-button`).click()
  await expectLoaded(frame.locator('#storybook-docs h1')).toHaveText('Button')
  const label = page.locator('#storybook-panel-root textarea').first()
  // Now and then Storybook 10 loses that a story of a ref is shown, and its panel stays empty until another one is.
  await expect(async () => {
    await page.locator(`a#${ref}_actions-button--docs`).click()
    await page.locator(`a#${ref}_actions-button--primary`).click()
    await expect(frame.locator('#storybook-root button')).toHaveText('Save')
    await expect(label).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: loadTimeout })
  // Otherwise, after "Save", the same story of another ref may begin with the other text.
  for (const text of [`Changed for ${ref}`, 'Save']) {
    // What Storybook hears of the story meanwhile may replace what was typed.
    await expect(async () => {
      await label.fill(text)
      await expect(frame.locator('#storybook-root button')).toHaveText(text, { timeout: 5000 })
    }).toPass({ timeout: loadTimeout })
  }
}

/** Whether the browser lets the story of a ref keep a cookie as third parties used to. */
export const keepsCookies = (page: Page, ref: string): Promise<boolean> =>
  storyOf(page, ref)
    .locator('html')
    .evaluate(({ ownerDocument }) => {
      ownerDocument.cookie = 'kept=yes; SameSite=None; Secure'
      return ownerDocument.cookie.includes('kept=yes')
    })

/** Signs in through the small window that the composing Storybook opens, and allows it to show a ref, which is at `url`. */
export async function allow(page: Page, { displayName, email }: Colleague, ref: string, url: string) {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const popup = await opened
  await popup.getByText('Use another work address').click()
  await popup.getByLabel('Name').fill(displayName)
  await popup.getByLabel('E-mail').fill(email)
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectLoaded(popup.getByText(new URL(page.url()).origin)).toBeVisible()
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Allow' }).click()
  await closed
  await load(page, url, () => page.getByRole('button', { name: 'Refresh now' }).click())
  // Now and then Storybook loses what it has read of a ref, if the story of another one starts meanwhile, until a reload.
  const item = page.locator(`[id^=${ref}_]`).first()
  const isListed = await item.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  )
  if (!isListed) await load(page, url, () => page.reload())
}

/** Opens a menu of the first ref. Storybook closes it if it renders the sidebar again at that moment. */
async function open(menu: Locator, item: Locator) {
  await expect(async () => {
    await menu.first().click()
    await expect(item.last()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: loadTimeout })
}

/** Shows the older release of the storybook by the menu of the first ref, which also leads to the portal. */
export async function switchVersion(page: Page, ref: string, path: string) {
  const release = page.getByText('v1.0', { exact: true })
  await open(page.getByText('latest', { exact: true }), release)
  await release.last().click()
  await expectLoaded(page.locator(`#${ref}_vue-vbutton`)).toBeVisible()
  const extras = page.getByRole('button', { name: /^(toggle indicator|Extra actions)$/ })
  const source = page.getByRole('link', { name: 'View source code' })
  await open(extras, source)
  await expect(source).toHaveAttribute('href', new RegExp(`${path}$`))
}
