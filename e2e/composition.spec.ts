import { chromium } from '@playwright/test'
import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createComposition } from '@plinth/contract/compositions.ts'
import type { Ref } from '@plinth/contract/compositions.ts'
import { getConfig } from '@plinth/contract/config.ts'
import { deleteMember } from '@plinth/contract/members.ts'

import playwright from '../playwright.config.ts'
import { reportSkipped } from '../server/src/testing/report-skipped.ts'
import { buildIn, publish } from './builds.ts'
import { composedZip, hasSamples, sampleZip, serveStorybook, startDevServer } from './composing.ts'
import { openAs } from './people.ts'
import type { Colleague, Team } from './teams.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** Whole Storybooks load in frames, one after the other. */
test.describe.configure({ timeout: 120_000 })
const expectLoaded = expect.configure({ timeout: 30_000 })

if (!hasSamples) reportSkipped('composing Storybooks are not tried: the test data is missing')

/** A storybook with two versions whose stories differ, an older release and the newest one; and its address for people. */
async function aComposedStorybook(team: Team) {
  const release = { zip: sampleZip('sb8-vue3-vite'), release: 'v1.0' }
  const { storybook, path } = await publish(team, team.ada, { title: 'Design System', ...release })
  await publish(team, team.ada, { storybook, zip: sampleZip('sb9-react-vite') })
  const { composeUrl } = await team.ada.call(getConfig, {})
  return { storybook, path, forPeople: { title: 'For people', url: `${composeUrl}/${storybook}` } }
}

async function requestRef({ account, ada }: Team, storybook: string, origin: string): Promise<Ref> {
  const { refs } = await ada.call(createComposition, {
    params: { account: account.publicId },
    body: { origin, storybooks: [{ storybook }] },
  })
  const [ref] = Object.values(refs)
  if (!ref) throw new Error('no ref was returned')
  return ref
}

/** A browser that blocks third-party cookies, or allows them. */
async function openBrowser(cookies: 'blocked' | 'allowed'): Promise<BrowserContext> {
  const { launchOptions } = playwright.use ?? {}
  const blocking = cookies === 'blocked' ? ['--test-third-party-cookie-phaseout'] : []
  const args = [...(launchOptions?.args ?? []), ...blocking]
  const browser = await chromium.launch({ ...launchOptions, args })
  const context = await browser.newContext()
  context.on('close', () => void browser.close())
  return context
}

/** The story of a ref in the composing Storybook. */
const storyOf = (page: Page, ref: string): FrameLocator => page.frameLocator(`#storybook-ref-${ref}`)

/**
 * Loads the composing Storybook and waits for the metadata of its last ref: if Storybook 10 reads it after a story is
 * shown, it forgets that it is.
 */
async function load(page: Page, lastRef: string, navigate: () => Promise<unknown>) {
  const isLast = (url: string) => url.startsWith(lastRef) && url.endsWith('/metadata.json')
  const loaded = page.waitForResponse((response) => isLast(response.url()))
  await navigate()
  await loaded
}

/** Reads the docs page of a ref, shows a story, and changes a control outside the frame. */
async function useRef(page: Page, ref: string) {
  const frame = storyOf(page, ref)
  // Storybook opens the docs page with it.
  await page.locator(`#${ref}_actions-button`).click()
  await expectLoaded(frame.locator('#storybook-docs h1')).toHaveText('Button')
  const label = page.locator('#storybook-panel-root textarea').first()
  // Now and then Storybook 10 loses that a story of a ref is shown, and its panel stays empty until another one is.
  await expectLoaded(async () => {
    await page.locator(`a#${ref}_actions-button--docs`).click()
    await page.locator(`a#${ref}_actions-button--primary`).click()
    await expect(frame.locator('#storybook-root button')).toHaveText('Save')
    await expect(label).toBeVisible({ timeout: 5000 })
  }).toPass()
  await label.fill('Changed outside')
  await expect(frame.locator('#storybook-root button')).toHaveText('Changed outside')
}

/** Signs in through the small window that the composing Storybook opens, and allows it. */
async function allow(page: Page, { displayName, email }: Colleague, ref: string) {
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
  await load(page, ref, () => page.getByRole('button', { name: 'Refresh now' }).click())
}

/** Opens a menu of the first ref. Storybook closes it if it renders the sidebar again at that moment. */
async function open(menu: Locator, item: Locator) {
  await expectLoaded(async () => {
    await menu.first().click()
    await expect(item.last()).toBeVisible({ timeout: 2000 })
  }).toPass()
}

/** What the frame of a ref gets from its own host. */
const statusInFrame = (page: Page, ref: string) =>
  storyOf(page, ref)
    .locator('html')
    .evaluate(async () => (await fetch('index.json', { cache: 'no-store' })).status)

/** Pages of another origin get nothing, not even with addresses that they have stolen. */
async function expectNothingElsewhere(page: Page, origin: string, addresses: string[], forPeople: string) {
  const ask = (address: string) =>
    page.evaluate(
      (url) =>
        fetch(url, { credentials: 'include' }).then(
          (response) => response.text(),
          () => 'refused',
        ),
      `${address}/index.json`,
    )
  await page.goto(`${origin}/project.json`)
  expect(await ask(forPeople)).toMatch(/^\{"loginUrl":"[^"]+"\}$/)
  for (const address of addresses) expect(await ask(address)).toBe('refused')
  for (const address of [...addresses, forPeople]) {
    const refused = page.waitForEvent('requestfailed', (request) => request.resourceType() === 'document')
    await page.setContent(`<iframe src="${address}/iframe.html?id=actions-button--primary"></iframe>`)
    expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
  }
}

const managers = [
  { sample: 'sb8-vue3-vite', cookies: 'blocked' },
  { sample: 'sb9-react-vite', cookies: 'allowed' },
  { sample: 'sb10-react-vite-msw', cookies: 'blocked' },
] as const

for (const { sample, cookies } of hasSamples ? managers : []) {
  test(`a built Storybook (${sample}) shows a storybook, with third-party cookies ${cookies}`, async () => {
    const team = await aTeam({ size: 2 })
    const { storybook, path, forPeople } = await aComposedStorybook(team)
    const composing = await serveStorybook(sample)
    const withKey = await requestRef(team, storybook, composing.origin)
    composing.compose({ 'with-key': withKey, 'for-people': forPeople })
    const context = await openBrowser(cookies)
    const page = await context.newPage()
    await load(page, forPeople.url, () => page.goto(composing.origin))

    await useRef(page, 'with-key')
    await allow(page, team.ada, forPeople.url)
    await useRef(page, 'for-people')
    expect(await statusInFrame(page, 'for-people')).toBe(200)

    const release = page.getByText('v1.0', { exact: true })
    await open(page.getByText('latest', { exact: true }), release)
    await release.last().click()
    await expectLoaded(page.locator('#with-key_vue-vbutton')).toBeVisible()
    const extras = page.getByRole('button', { name: /^(toggle indicator|Extra actions)$/ })
    const source = page.getByRole('link', { name: 'View source code' })
    await open(extras, source)
    await expect(source).toHaveAttribute('href', new RegExp(`${path}$`))

    const elsewhere = await serveStorybook(sample)
    elsewhere.compose({})
    const framed =
      page
        .frames()
        .find((frame) => frame.url().includes('.plinth.localhost'))
        ?.url() ?? ''
    const tab = await context.newPage()
    await expectNothingElsewhere(tab, elsewhere.origin, [withKey.url, new URL(framed).origin], forPeople.url)

    const { account, ada, ben } = team
    await ben.call(deleteMember, { params: { account: account.publicId, oid: ada.objectId } })
    await expect.poll(() => statusInFrame(page, 'for-people'), { timeout: 30_000 }).not.toBe(200)
    const statusOutside = () =>
      page.evaluate(
        (url) =>
          fetch(url).then(
            ({ status }) => status,
            () => 0,
          ),
        `${withKey.url}/index.json`,
      )
    await expect.poll(statusOutside, { timeout: 30_000 }).not.toBe(200)
    composing.close()
    elsewhere.close()
    await context.close()
  })
}

test('a published Storybook that composes another one shows it in the viewer', async ({ page }) => {
  test.skip(!hasSamples)
  const team = await aTeam()
  const { forPeople } = await aComposedStorybook(team)
  const zip = composedZip('sb9-react-vite', { 'for-people': forPeople })
  const { path } = await publish(team, team.ada, { title: 'Composing', zip })
  await openAs(page, team.ada, path)
  const build = buildIn(page)
  await build.locator('#for-people_actions-button').click()
  const composed = build.frameLocator('#storybook-ref-for-people')
  await expectLoaded(composed.locator('#storybook-docs h1')).toHaveText('Button')
})

test('Storybook’s dev server shows a storybook with the package that the portal serves', async () => {
  const team = await aTeam()
  const { storybook } = await aComposedStorybook(team)
  const { key } = await team.ada.call(createApiKey, {
    params: { account: team.account.publicId },
    body: { name: 'Laptop', scope: 'read' },
  })
  const dev = await startDevServer({ key, storybook })
  try {
    const context = await openBrowser('blocked')
    const page = await context.newPage()
    const answers = () =>
      fetch(dev.origin).then(
        ({ ok }) => ok,
        () => false,
      )
    await expectLoaded.poll(answers).toBe(true)
    await page.goto(dev.origin)
    await useRef(page, 'design-system')
    await context.close()
  } finally {
    // Otherwise it would outlive a test that fails.
    await dev.close()
  }
})
