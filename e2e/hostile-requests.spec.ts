import type { Page } from '@playwright/test'
import { listStorybooks } from '@plinth/contract/storybooks.ts'

import { expectRefused, expectUnharmed, openHostile, portal, viewerOf } from './hostile-build.ts'
import type { Targets } from './hostile-build.ts'
import { signInAs } from './people.ts'
import { expect, test } from './test.ts'

const domain = new URL(portal).hostname

/** A silent sign-in request, as the portal itself sends it. */
const authorize = `${portal}/idp/auth?${new URLSearchParams({
  client_id: 'plinth-portal',
  response_type: 'code',
  redirect_uri: `${portal}/redirect.html`,
  scope: 'openid',
  prompt: 'none',
  state: 'planted',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}).toString()}`

/** The URLs of all frames of the page, however deep. */
const framesOf = (page: Page) =>
  page
    .frames()
    .filter((frame) => frame !== page.mainFrame())
    .map((frame) => frame.url())

async function expectStillSignedIn(page: Page, { team }: Targets) {
  const tab = await page.context().newPage()
  await tab.goto(`${portal}/account/${team.account.publicId}/storybooks`)
  await expect(tab.getByRole('button', { name: 'User menu of Ada' })).toBeVisible()
  await tab.close()
}

test.describe('a build that attacks with requests', { tag: '@long' }, () => {
  test('it cannot read another version of its own account, even while the visitor has it open', async ({
    targets,
  }) => {
    const { visitor } = targets
    await visitor.goto(targets.sibling.path)
    await expect(visitor.frameLocator('iframe[sandbox]').getByText('Manager with secrets')).toBeVisible()
    const tab = await visitor.context().newPage()
    const { attack } = await openHostile(tab, targets.hostile)
    const other = viewerOf(targets.sibling)
    expectRefused(await attack('filesOf', { other }))
    expect(framesOf(tab).filter((url) => url.startsWith(other))).toEqual([])
    await tab.close()
  })

  test('it cannot read a version of another account', async ({ hostile, targets }) => {
    const other = viewerOf(targets.stranger)
    expectRefused(await hostile.attack('filesOf', { other }))
    expect(framesOf(hostile.page).filter((url) => url.startsWith(other))).toEqual([])
  })

  test('it cannot read the session it is shown under', async ({ hostile, targets }) => {
    const cookies = await hostile.page.context().cookies(viewerOf(targets.hostile))
    expect(cookies.map(({ name }) => name)).toContain('__Host-plinth')
    expectRefused(await hostile.attack('ownCookies'))
  })

  test('cookies it sets for the shared domain sign nobody in or out', async ({ targets, page }) => {
    await signInAs(page, targets.team.ada)
    const { attack } = await openHostile(page, targets.hostile)
    const protectedNames = [
      '__Host-idp-session',
      '__Host-idp-interaction',
      '__Host-idp-resume',
      '__Host-plinth',
    ]
    const names = [...protectedNames, ...protectedNames.map((name) => `${name}.sig`), '_session', 'session']
    await attack('tossCookies', { domain, names })
    const tossed = async () =>
      (await page.context().cookies()).filter((cookie) => cookie.domain === `.${domain}`)
    // The browser stores them in order after the script has run; this is the last.
    await expect.poll(async () => (await tossed()).map(({ name }) => name)).toContain('session')
    const shared = await tossed()
    expect(shared.filter(({ name, value }) => /^_*host-/i.test(name) || /__host-/i.test(value))).toEqual([])
    await expectStillSignedIn(page, targets)
    await page.reload()
    await expectUnharmed(await openHostile(page, targets.hostile), targets)
  })

  test('after cookie tossing, the next sign-in still signs in the right person', async ({
    targets,
    page,
  }) => {
    await signInAs(page, targets.team.ada)
    const { attack } = await openHostile(page, targets.hostile)
    await attack('tossCookies', { domain, names: ['__Host-idp-interaction', '__Host-idp-resume', 'session'] })
    const portalCookies = await page.context().cookies(`${portal}/idp/auth`)
    for (const { name } of portalCookies.filter((cookie) => cookie.name.startsWith('__Host-'))) {
      await page.context().clearCookies({ name })
    }
    const tab = await page.context().newPage()
    await signInAs(tab, targets.team.ada)
    await expect(tab.getByRole('banner')).toContainText(targets.team.account.name)
  })

  test('a cookie bomb locks nobody out: the portal has the cookies deleted', async ({ targets, page }) => {
    await signInAs(page, targets.team.ada)
    const { attack } = await openHostile(page, targets.hostile)
    // The answer to any request of the page deletes the cookies, so it makes none until they are counted.
    await page.route('**/*', (route) => route.abort())
    await attack('cookieBomb', { domain })
    const bombs = async () =>
      (await page.context().cookies(portal)).filter(({ name }) => name.startsWith('bomb'))
    await expect.poll(async () => (await bombs()).length).toBe(100)
    await page.unroute('**/*')
    const refused = await page.goto(`${portal}/`)
    expect(refused?.status()).toBe(431)
    await expect(page.getByText('They are deleted now: reload the page.')).toBeVisible()
    await expect.poll(bombs).toEqual([])
    await page.goto(`${portal}/`)
    await expect(page.getByRole('button', { name: 'User menu of Ada' })).toBeVisible()
  })

  test('it cannot call the portal’s API as the visitor', async ({ hostile, targets }) => {
    expectRefused(await hostile.attack('api', { portal, account: targets.team.account.publicId }))
  })

  test('blind writes to the API change nothing', async ({ hostile, targets }) => {
    const { publicId: account } = targets.team.account
    await hostile.attack('blindWrites', { portal, account })
    const storybooks = await targets.team.ada.call(listStorybooks, { params: { account } })
    expect(storybooks.map(({ title }) => title)).toEqual(['Friendly', 'Sibling'])
  })

  test('it gets no session for another version, and cannot abuse redirects of its own host', async ({
    hostile,
    targets,
  }) => {
    const { account, storybook, version } = targets.sibling
    const path = `/account/${account}/Storybooks/${storybook}/${version}`
    expectRefused(await hostile.attack('tickets', { other: viewerOf(targets.sibling), portal, path }))
  })

  test('it cannot silently sign in as the visitor', async ({ hostile, targets }) => {
    expectRefused(await hostile.attack('identity', { portal, authorize }))
    expect(framesOf(hostile.page).filter((url) => url.startsWith(portal))).toEqual([])
    await expectUnharmed(hostile, targets)
  })

  test('it cannot show the portal in a frame of its own', async ({ hostile, targets }) => {
    const paths = ['/', targets.hostile.path, '/redirect.html', '/idp/session/end', '/api/v1/config', '/api']
    const addresses = paths.map((path) => portal + path)
    const outcomes = await hostile.attack<string[]>('frames', { addresses })
    expectRefused(Object.fromEntries(outcomes.map((outcome, index) => [addresses[index], outcome])))
    const pages = framesOf(hostile.page).filter((url) => url.startsWith(portal) && !url.includes('/api'))
    expect(pages).toEqual([])
  })

  test('it cannot sign the visitor out', async ({ hostile, targets }) => {
    const { page } = hostile
    const opened = page.context().waitForEvent('page')
    await hostile.attack('signOut', { portal })
    const popup = await opened
    await expect(popup.getByRole('heading', { name: 'Sign out?' })).toBeVisible()
    await popup.close()
    await expectStillSignedIn(page, targets)
  })

  test('it cannot register a service worker for another version or the portal', async ({
    hostile,
    targets,
  }) => {
    expectRefused(await hostile.attack('serviceWorkers', { other: viewerOf(targets.sibling), portal }))
  })

  test('its own service worker affects nothing else', async ({ targets, page }) => {
    await signInAs(page, targets.team.ada)
    const { attack } = await openHostile(page, targets.hostile)
    expect(await attack<string>('ownServiceWorker')).toBe('intercepted')
    await page.goto(targets.sibling.path)
    await expect(page.frameLocator('iframe[sandbox]').getByText('Manager with secrets')).toBeVisible()
    await expectStillSignedIn(page, targets)
  })

  test('its pages cannot run on the portal’s origin', async ({ targets, request }) => {
    const { storybook, version } = targets.hostile
    for (const file of ['index.html', 'attacks.js']) {
      const address = `http://127.0.0.1:${new URL(portal).port}/api/v1/StorybookFiles/${storybook}/${version}/${file}`
      const answer = await request.get(address, {
        headers: { authorization: `Bearer ${targets.team.ada.token}` },
      })
      expect(answer.status()).toBe(200)
      expect(answer.headers()).toMatchObject({
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect((await request.get(address)).status()).toBe(401)
    }
  })
})
