import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { aStorybookZip, filesOf, sharedData } from '../server/src/testing/builds.ts'
import { buildIn, previewIn, publish } from './builds.ts'
import { complaintsOf, openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** How often the frame of the story was loaded, and a session requested. */
function countLoads(page: Page) {
  const loads = { previews: 0, sessions: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/iframe.html') loads.previews += 1
    if (request.method() === 'POST' && request.url().includes('/cookie')) loads.sessions += 1
  })
  return loads
}

/**
 * Notes on the manager's page where the early story was shown, whether the manager had rendered or loaded anything by then,
 * and whether what Storybook covers its canvas with could be seen.
 */
const watchStart = (page: Page) =>
  page.addInitScript(`new MutationObserver(() => {
    const { dataset } = document.documentElement
    const early = document.querySelector('iframe[data-plinth-early="story"]')
    if (early && !dataset.earlyPlace) {
      dataset.earlyPlace = JSON.stringify(early.getBoundingClientRect())
      dataset.isBeforeManager = document.querySelector('#root > *, link[rel=modulepreload]') === null
    }
    const loader = document.querySelector('#preview-loader')
    if (loader && dataset.loader !== 'seen') dataset.loader = loader.getClientRects().length > 0 ? 'seen' : 'hidden'
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-plinth-early'] })`)

const builds = [
  { name: 'sb8-vue3-vite.zip', story: 'vue-valert--info', next: 'vue-valert--error', control: 'msg' },
  {
    name: 'sb9-react-vite.zip',
    story: 'actions-button--primary',
    next: 'actions-button--danger',
    control: 'label',
  },
  {
    name: 'sb10-react-vite-msw.zip',
    story: 'actions-button--primary',
    next: 'actions-button--danger',
    control: 'label',
  },
]
const available = filesOf('storybooks', '.zip')

for (const { name, story, next, control } of builds.filter((build) => available.includes(build.name))) {
  test(
    `the story of ${name} starts once, before its manager, and both work together`,
    { tag: '@long' },
    async ({ page }) => {
      test.slow()
      const complaints = complaintsOf(page)
      const team = await aTeam()
      const zip = readFileSync(join(sharedData, 'storybooks', name))
      const { path } = await publish(team, team.ada, { zip })
      await openAs(page, team.ada, `${path}?path=/story/${story}`)
      const item = (id: string) => buildIn(page).locator(`[data-item-id="${id}"]`).getByRole('link').first()
      await expect(item(story)).toBeVisible({ timeout: 45_000 })
      const loads = countLoads(page)
      await watchStart(page)
      await page.reload()
      const rendered = previewIn(page).locator('#storybook-root')
      await expect(item(story)).toBeVisible({ timeout: 45_000 })
      await expect(rendered).not.toBeEmpty()
      const noted = await buildIn(page)
        .locator('html')
        .evaluate(({ dataset }) => ({ ...dataset }))
      expect(noted).toMatchObject({ isBeforeManager: 'true', loader: 'hidden' })
      // Where it was when it was first shown.
      const place = await buildIn(page)
        .locator('#storybook-preview-iframe')
        .evaluate((frame) => JSON.stringify(frame.getBoundingClientRect()))
      expect(place).toBe(noted.earlyPlace)
      await expect(buildIn(page).locator('iframe')).toHaveCount(1)
      await expect(buildIn(page).locator('link[rel=modulepreload]')).not.toHaveCount(0)

      const field = buildIn(page)
        .getByRole('row', { name: new RegExp(`^${control}`) })
        .getByRole('textbox')
      await field.fill('Changed in the panel')
      await expect(rendered).toContainText('Changed in the panel')
      await item(next).click()
      await expect(page).toHaveURL(`${path}?path=/story/${next}`)
      await expect(rendered).not.toContainText('Changed in the panel')
      expect(loads).toEqual({ previews: 1, sessions: 1 })
      expect(complaints).toEqual([])
    },
  )
}

/** A page with what the preview of every Storybook has. */
const preview =
  '<!doctype html><html><head></head><body class="sb-show-main"><div id="storybook-root"><h1>A story</h1></div></body></html>'
const manager = (body: string) =>
  `<!doctype html><html><head><title>manager</title></head><body>${body}</body></html>`

const others = {
  'has its frame in the page': '<iframe id="storybook-preview-iframe" src="iframe.html"></iframe>',
  'asks for another page': `<script type="module">
    const frame = document.createElement('iframe')
    frame.setAttribute('id', 'storybook-preview-iframe')
    frame.setAttribute('src', 'iframe.html?id=other')
    document.body.appendChild(frame)
  </script>`,
  'creates another frame first': `<script type="module">
    for (const id of ['advertisement', 'storybook-preview-iframe']) {
      const frame = document.createElement('iframe')
      frame.id = id
      frame.src = id === 'advertisement' ? 'about:blank' : 'iframe.html'
      document.body.append(frame)
    }
  </script>`,
}

for (const [what, body] of Object.entries(others)) {
  test(`a manager that ${what} works as without an early start`, { tag: '@long' }, async ({ page }) => {
    const team = await aTeam()
    const zip = aStorybookZip({ files: { 'index.html': manager(body), 'iframe.html': preview } })
    const { path } = await publish(team, team.ada, { zip })
    await openAs(page, team.ada, path)
    await expect(previewIn(page).getByRole('heading', { name: 'A story' })).toBeVisible()
    await expect(buildIn(page).locator('iframe[data-plinth-early]')).toHaveCount(0, { timeout: 15_000 })
    await expect(previewIn(page).getByRole('heading', { name: 'A story' })).toBeVisible()
  })
}

/** On top of the page, until the viewer has a place for it. */
const frameOverThePage = 'html > iframe'

test('a frame that was shown early makes room for an error page', async ({ page }) => {
  const team = await aTeam()
  const { path } = await publish(team, team.ada)
  await openAs(page, team.ada, path)
  await page.route('**/api/v1/config', async (route) => {
    await page.locator(frameOverThePage).waitFor({ state: 'attached' })
    await route.fulfill({ status: 500 })
  })
  await page.reload()
  await expect(page.getByText('Failed to initialize')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

const leavings: Record<string, (page: Page) => Promise<void>> = {
  'leaves the viewer': async (page) => {
    await page.getByRole('link', { name: 'Storybooks', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  },
  'signs out in another tab': async (page) => {
    const other = await page.context().newPage()
    await other.goto('/favicon.svg')
    await other.evaluate(`localStorage.setItem('plinth.sign-out', 'logout elsewhere')`)
    await expect(page.getByText(/signed out/i).first()).toBeVisible()
  },
}

for (const [what, leave] of Object.entries(leavings)) {
  test(
    `no frame covers the page of somebody who ${what} while the version is opened`,
    { tag: '@long' },
    async ({ page }) => {
      const team = await aTeam()
      const { path } = await publish(team, team.ada)
      await openAs(page, team.ada, path)
      const { promise: hasLeft, resolve: goOn } = Promise.withResolvers<void>()
      await page.route('**/latest/cookie', async (route) => {
        await hasLeft
        await route.continue()
      })
      const answered = page.waitForEvent('requestfinished', (request) => request.url().includes('/cookie'))
      await page.reload()
      await expect(page.getByRole('button', { name: /^User menu of/ })).toBeVisible()
      await leave(page)
      goOn()
      await answered
      // Longer than the page needs to act on the answer.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
      await expect(page.locator(frameOverThePage)).toHaveCount(0)
    },
  )
}

test('somebody who leaves the viewer and comes back while the version is opened sees it', async ({
  page,
}) => {
  const team = await aTeam()
  const { path } = await publish(team, team.ada)
  await openAs(page, team.ada, path)
  const { promise: isBack, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/latest/cookie', async (route) => {
    await isBack
    await route.continue()
  })
  await page.reload()
  await page.getByRole('link', { name: 'Storybooks', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: /^User menu of/ })).toBeVisible()
  await expect(page).toHaveURL(path)
  goOn()
  await expect(buildIn(page).locator('h1')).toBeVisible()
  await expect(page.locator('iframe[sandbox]')).toHaveCount(1)
})
