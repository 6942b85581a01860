import { expectRefused, expectUnharmed, portal } from './hostile-build.ts'
import { complaintsOf } from './people.ts'
import { expect, test } from './test.ts'

const elsewhere = `${portal}/account/none`

test.describe('a build that attacks the page around it', { tag: '@long' }, () => {
  test('it cannot touch the document of the page around it', async ({ hostile, targets }) => {
    expectRefused(await hostile.attack('parentDocument'))
    await expectUnharmed(hostile, targets)
  })

  test('it cannot read the storage of the page around it, and its own storage holds no token', async ({
    hostile,
  }) => {
    expectRefused(await hostile.attack('parentStorage'))
  })

  test('it cannot relax its origin to the domain it shares with the portal', async ({ hostile }) => {
    expectRefused(await hostile.attack('sharedDomain'))
  })

  test('it cannot navigate the tab by script', async ({ hostile, targets }) => {
    expectRefused(await hostile.attack('topLocation', { away: elsewhere }))
    await expectUnharmed(hostile, targets)
  })

  for (const target of ['_top', '_parent']) {
    for (const [means, attack] of [
      ['a link', 'topLink'],
      ['a form', 'topForm'],
      ['opening a window', 'topWindow'],
    ] as const) {
      test(`it cannot navigate the tab by ${means} to ${target}`, async ({ hostile, targets }) => {
        const complaints = complaintsOf(hostile.page)
        await hostile.attack(attack, { away: elsewhere, target })
        await expect.poll(() => complaints.join()).toMatch(/sandboxed|allow-top-navigation/)
        await expectUnharmed(hostile, targets)
      })
    }
  }

  test('it has no opener, and its page has none', async ({ hostile }) => {
    expectRefused(await hostile.attack('opener'))
  })

  test('it has no handle on a portal that it opens in a tab', async ({ hostile }) => {
    const opened = hostile.page.context().waitForEvent('page')
    expectRefused(await hostile.attack('popupOfPortal', { portal }))
    const popup = await opened
    await expect(popup.getByRole('button', { name: 'User menu of Ada' })).toBeVisible()
    expect(await popup.evaluate('opener')).toBeNull()
  })

  test('a tab that it opens outside the sandbox cannot navigate the portal either', async ({
    hostile,
    targets,
  }) => {
    const opened = hostile.page.context().waitForEvent('page')
    await hostile.attack('popupOfOwn')
    const popup = await opened
    await expect(popup).toHaveTitle(/^refused/)
    await expectUnharmed(hostile, targets)
  })

  test('malformed messages change neither URL nor title', async ({ hostile, targets }) => {
    const location = { type: 'plinth:location', title: 'Taken' }
    const messages = [
      null,
      7,
      'plinth:location',
      [],
      {},
      location,
      { ...location, search: 7 },
      { ...location, search: ['?path=/story/a--b'] },
      { ...location, search: '' },
      { ...location, search: '?path=javascript:alert(1)' },
      { ...location, search: '?path=https://evil.example/story/a' },
      { ...location, search: '?path=//evil.example/story/a' },
      { ...location, search: '?path=/account/none/settings' },
      { ...location, search: '?path=/story/../../settings' },
      { ...location, search: '?path=/story/<img src=x onerror=alert(1)>' },
      { ...location, search: `?path=/story/${'a'.repeat(2000)}` },
      { ...location, search: '#/story/a--b' },
      { ...location, type: 'plinth:navigate', search: '?path=/story/a--b' },
    ]
    await hostile.attack('flood', { messages })
    // Longer than the portal waits for the URL of a story to settle.
    await hostile.page.evaluate('new Promise((done) => setTimeout(done, 500))')
    await expectUnharmed(hostile, targets)
  })

  test('valid messages change only its own part of the URL and title', async ({ hostile, targets }) => {
    const { page } = hostile
    const title = '<img src=x onerror=alert(1)>\u202E\n · Plinth sign-in'
    await hostile.attack('tell', {
      type: 'plinth:location',
      search: '?path=/story/a--b&args=x:javascript:alert(1)&token=1#hash',
      title,
    })
    await expect(page).toHaveTitle(/ · Friendly – Plinth$/)
    await expect(page).toHaveURL((url) => url.pathname === targets.hostile.path && url.hash === '')
    expect([...new URL(page.url()).searchParams.keys()]).toEqual(['path', 'args'])
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    await page.reload()
    await expect(page.frameLocator('iframe[sandbox]').getByRole('heading')).toHaveText(/friendly/)
  })

  test('what it says about itself is quoted as short text', async ({ hostile }) => {
    const { page } = hostile
    const text = `<img src=x onerror=alert(1)> <a href="https://evil.example">Sign in again</a> ${'!'.repeat(400)}`
    const problems = Array.from({ length: 50 }, () => ({ kind: 'error', text }))
    await hostile.attack('tell', { type: 'plinth:report', page: 'preview', showsSomething: false, problems })
    const notice = page.getByRole('alert', { name: 'The stories of this build do not start' })
    await expect(notice.getByRole('code')).toHaveText(/^<img src=x .{148}…$/)
    await expect(notice.getByRole('link')).toHaveText('All versions')
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    await page.reload()
  })

  test('it receives no messages from the portal', async ({ hostile }) => {
    expect(await hostile.attack<string[]>('overhear')).toEqual([])
  })

  for (const path of [
    '/',
    '/redirect.html#code=planted&state=planted',
    '/idp/session/end',
    '/api/v1/config',
  ]) {
    test(`it cannot show ${path} of the portal in its own frame`, async ({ hostile, targets }) => {
      const { page, frame } = hostile
      await hostile.attack('leaveTo', { address: `${portal}${path}` })
      await expect.poll(() => frame.url()).not.toContain(targets.hostile.version)
      expect(frame.url()).not.toContain('/account/')
      await expectUnharmed(hostile, targets)
      await page.reload()
      await expectUnharmed(hostile, targets)
    })
  }

  test('it cannot navigate its frame to another site', async ({ hostile, targets }) => {
    await hostile.attack('leaveTo', { address: 'http://127.0.0.1:9/' })
    await expect.poll(() => hostile.frame.url()).toBe('chrome-error://chromewebdata/')
    await expectUnharmed(hostile, targets)
  })

  test('it cannot read the clipboard', async ({ hostile }) => {
    await hostile.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    expectRefused(await hostile.attack('clipboard'))
  })

  test('it cannot use camera, microphone or location, even if the portal may', async ({ hostile }) => {
    await hostile.page.context().grantPermissions(['geolocation', 'camera', 'microphone'], { origin: portal })
    expectRefused(await hostile.attack('permissions'))
  })

  test('it can hang itself, but not the portal', async ({ hostile }) => {
    const { page } = hostile
    await hostile.attack('hang', 8000)
    await page.getByRole('button', { name: /^Menu of/ }).click({ timeout: 4000 })
    await page.getByRole('menuitem', { name: 'Settings' }).click({ timeout: 4000 })
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible({ timeout: 4000 })
  })
})
