import { gzipSync } from 'node:zlib'

import type { Page, Request } from '@playwright/test'

import { publish } from './builds.ts'
import { expireAccessTokens, openAs, signIn } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

const budget = 220_000

/** Signs in, then opens the storybooks page as a bookmark would, and waits until nothing more is fetched. */
async function openStorybooks(page: Page, email: string) {
  await signIn(page, email)
  const account = /\/account\/([a-z0-9]+)/.exec(page.url())?.[1] ?? 'none'
  await page.goto(`/account/${account}/storybooks`)
  await expect(page.getByRole('heading', { name: 'Storybooks', level: 1 })).toBeVisible()
  await expect(page.getByText('Last login').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.endsWith('.js')),
  )

test('the storybooks page needs at most 220 KB of JavaScript in total', async ({ page }) => {
  await openStorybooks(page, 'designer@contoso.example')
  const scripts = await scriptsOf(page)
  const sources = await page.evaluate(
    (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).text())),
    scripts,
  )
  const total = sources.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0)
  expect(total).toBeGreaterThan(100_000)
  expect(total).toBeLessThanOrEqual(budget)
})

test('a signed-in tab shows its page and user without loading the identity library', async ({ page }) => {
  await signIn(page, 'designer@contoso.example')
  expect(await scriptsOf(page)).toContainEqual(expect.stringContaining('msal-session'))
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: 'User menu of Dana Designer' })).toBeVisible()
  expect(await scriptsOf(page)).not.toContainEqual(expect.stringContaining('msal-session'))
})

test(
  'a dialog is prefetched, and returns the focus to the button that opened it',
  { tag: '@long' },
  async ({ page }) => {
    await openStorybooks(page, 'designer@contoso.example')
    const add = page.getByRole('button', { name: 'Add Storybook' })
    const fetched = page.waitForResponse(/CreateStorybookDialog/)
    await add.focus()
    await fetched
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(add).toBeFocused()
  },
)

/** How often each address of the API was called, without those of the identity library. */
function countCalls(page: Page) {
  const calls = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.set(pathname, (calls.get(pathname) ?? 0) + 1)
  })
  return calls
}

/** The names of the calls, the same for every account. */
const namesOf = (calls: Map<string, number>) =>
  [...calls.keys()].map((path) => path.replace(/^\/api\/v1\/(?:account\/\w+\/)?/, ''))

test('a page makes its calls before the app is there, and none of them twice', async ({ page }) => {
  await openStorybooks(page, 'designer@contoso.example')
  const app = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await app.promise
    await route.continue()
  })
  const calls = countCalls(page)
  await page.reload({ waitUntil: 'commit' })
  await expect
    .poll(() => namesOf(calls))
    .toEqual(
      expect.arrayContaining(['accounts', 'Storybooks', 'PortalUsers', 'AccountManagement/subscriptions']),
    )
  app.resolve()
  await expect(page.getByText('Last login').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([...calls].filter(([, count]) => count > 1)).toEqual([])
})

test('nothing is called early with a sign-in that has expired', { tag: '@long' }, async ({ page }) => {
  await openStorybooks(page, 'designer@contoso.example')
  await expireAccessTokens(page)
  await page.route('**/assets/index-*.js', (route) => route.abort())
  const calls = countCalls(page)
  await page.reload()
  await page.waitForLoadState('networkidle')
  expect(namesOf(calls)).toEqual(['config'])
  await page.unroute('**/assets/index-*.js')
  await page.reload()
  await expect(page.getByText('Last login').first()).toBeVisible()
})

const isScript = (request: Request) => /\/assets\/.*\.js$/.test(request.url())

test('a page is shown in whatever order the files of the app arrive', { tag: '@long' }, async ({ page }) => {
  const team = await aTeam()
  const { path } = await publish(team, team.ada)
  await openAs(page, team.ada, `${path}/versions`)
  for (const last of [
    'libraries',
    'router',
    'index',
    'react-dom',
    'first-screen',
    'app',
    'VersionsPage',
    'further',
  ]) {
    const coming = new Set<Request>()
    const add = (request: Request) => void (isScript(request) && coming.add(request))
    const remove = (request: Request) => void coming.delete(request)
    page.on('request', add).on('requestfinished', remove)
    await page.route(`**/assets/${last}-*.js`, async (route) => {
      await expect.poll(() => coming.size).toBe(1)
      await route.continue()
    })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Versions of Buttons' }), last).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
    page.off('request', add).off('requestfinished', remove)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test(
  'a page whose code does not arrive says so, and comes when it is reloaded',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page, 'owner@contoso.example')
    await page.route('**/assets/app-*.js', (route) => route.abort())
    await page.reload()
    await expect(page.getByText('Check your connection and reload the page.')).toBeVisible()
    await page.unrouteAll()
    await page.reload()
    await expect(page.getByRole('button', { name: /^User menu of/ })).toBeVisible()
  },
)
