import type { Page } from '@playwright/test'

import type { Scene } from './scene.ts'

/*
 * What people do while an attack runs, and looks at what only one attack harms. Each returns what the attack achieved, or
 * nothing.
 */

type Meanwhile = (scene: Scene, attacked: Promise<unknown>) => Promise<string | undefined>

const minuteMs = 60_000

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Only these parts of the address are the build's. */
export const lookAtAddress: Meanwhile = async ({ page, way }, attacked) => {
  await attacked
  if (way !== 'frame' && way !== 'guest') return undefined
  const { searchParams, hash } = new URL(page.url())
  const foreign = [...searchParams.keys()].filter((key) => !['path', 'args', 'globals'].includes(key))
  const title = await page.title()
  if (foreign.length > 0 || hash !== '') return `the address is ${page.url()}`
  return /^.{0,200} · Friendly – Plinth$|^Friendly – Plinth$/u.test(title)
    ? undefined
    : `the title is ${title}`
}

export const lookAtNotice: Meanwhile = async ({ page }) => {
  const notice = page.getByRole('alert')
  await notice.first().waitFor({ timeout: 5000 })
  const shown = await notice.first().innerText()
  const links = await notice.getByRole('link').allInnerTexts()
  const foreign = links.filter((text) => !/^(All versions|Show the newest)/.test(text))
  if (foreign.length > 0) return `the notice links to ${foreign.join()}`
  return shown.length > 800 ? `the notice is ${shown.length} characters long` : undefined
}

/** The bar stays above the build. */
export const lookAtBar: Meanwhile = async ({ page }) => {
  await pause(150)
  const above = await page.evaluate<string>(`document.elementFromPoint(20, 20)?.tagName ?? 'nothing'`)
  const box = await page.locator('iframe').first().boundingBox()
  if (above === 'IFRAME') return 'the build covers the bar'
  return box && box.y >= 40 ? undefined : `the frame begins at ${box?.y}`
}

/** Loads the page again, with an app that is slow to come, while the build acts at once. */
export const reloadAtOnce: Meanwhile = async (scene) => {
  const { visit, stage } = scene
  const page = await visit.context.newPage()
  try {
    // A new tab signs in first, and only then starts early.
    await page.goto(stage.hostile.path)
    await page.getByRole('button', { name: /^User menu of/ }).waitFor()
    await page.route('**/assets/*', async (route) => {
      if (!route.request().url().includes('start-early')) await pause(500)
      await route.continue()
    })
    await page.goto(`${stage.hostile.path}?path=/story/start--early`, { waitUntil: 'commit' })
    const early = page.locator('html > iframe')
    await early.waitFor({ state: 'attached', timeout: 10_000 })
    const sandbox = await early.getAttribute('sandbox', { timeout: 1000 }).catch(() => undefined)
    if (sandbox !== undefined && (sandbox === null || sandbox.includes('top-navigation')))
      return 'the early frame is no sandbox'
    const achieved = await lookAtBar({ ...scene, page }, Promise.resolve())
    await page.getByRole('button', { name: /^User menu of/ }).waitFor({ timeout: 10_000 })
    const isThere = new URL(page.url()).pathname === stage.hostile.path
    return achieved ?? (isThere ? undefined : `the tab is at ${page.url()}`)
  } finally {
    await page.close()
  }
}

/** Uses the portal, which has to react. */
export const useMenu: Meanwhile = async ({ page, way, visit, stage }) => {
  await pause(200)
  const portal = way === 'frame' ? page : visit.bystander
  const menu = portal.getByRole('button', { name: /^User menu of/ })
  try {
    await menu.click({ timeout: 7000 })
    await portal.getByRole('menuitem').first().waitFor({ timeout: 7000 })
    await portal.keyboard.press('Escape')
    await portal.evaluate(`fetch('/api/v1/config')`)
    return undefined
  } catch (error) {
    return `the portal does not react (${stage.portal}): ${(error as Error).message.split('\n')[0]}`
  }
}

/** Looks at everything the portal shows of the build's texts. */
export const readPortalPages: Meanwhile = async ({ visit, stage }) => {
  const { hostile, account } = stage
  const home = `/account/${account.publicId}`
  const page = await visit.context.newPage()
  try {
    await page.goto(hostile.path)
    const paths = [
      `${home}/components`,
      `${hostile.path}/component/friendly`,
      `${hostile.path}/versions`,
      `${hostile.path}/compare/${stage.earlierVersion}...${hostile.version}`,
      `${home}/search?q=friendly`,
      `${home}/storybooks`,
    ]
    for (const path of paths) {
      await page.goto(path)
      await page.getByText('Friendly').first().waitFor({ state: 'attached' })
      const achieved = await ranIn(page)
      if (achieved !== undefined) return `${path}: ${achieved}`
    }
    return undefined
  } finally {
    await page.close()
  }
}

const ranIn = (page: Page): Promise<string | undefined> =>
  page.evaluate<string | undefined>(`
    ('taken' in globalThis && 'a script ran') ||
    (document.querySelector('[data-taken], img[src="x"], iframe:not([sandbox])') && 'markup was inserted') ||
    (document.querySelector('a[href^="javascript:"], a[href^="data:"]') && 'a link runs a script') ||
    undefined`)

/** The build's files are also at the portal's own origin, for API clients. */
export const openFilesOfPortal: Meanwhile = async ({ stage, visit }) => {
  const { hostile, visitor, portal } = stage
  const address = `${portal}/api/v1/StorybookFiles/${hostile.storybook}/${hostile.version}/index.html`
  const page = await visit.context.newPage()
  try {
    await page.goto(address)
    if ((await page.content()).includes('friendly')) return 'a page of the build runs on the portal’s origin'
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${visitor.token}` })
    await page.goto(address)
    const origin = await page.evaluate<string>('globalThis.origin')
    const ran = await page.evaluate<boolean>(`'attacks' in globalThis`)
    return origin === 'null' && !ran
      ? undefined
      : `its page has the origin ${origin}, scripts ${ran ? 'ran' : 'did not run'}`
  } finally {
    await page.close()
  }
}

export const lookAtTossed: Meanwhile = async ({ visit: { context }, stage }, attacked) => {
  await attacked
  const domain = `.${new URL(stage.portal).hostname}`
  const tossed = (await context.cookies()).filter((cookie) => cookie.domain === domain)
  const misleading = tossed.find(({ name, value }) => /^_*host-/i.test(name) || /__host-/i.test(value))
  // Those on its own host would only lock the build itself out.
  for (const { name, domain: host, value } of await context.cookies()) {
    if (value.includes('tossed')) await context.clearCookies({ name, domain: host })
  }
  return misleading && `the cookie ${misleading.name} was planted`
}

/** Who reloads the page is let in again. */
export const getOverBombs: Meanwhile = async ({ visit: { bystander } }, attacked) => {
  await attacked
  await pause(300)
  await bystander.reload()
  await bystander.reload()
  try {
    await bystander.getByRole('button', { name: /^User menu of/ }).waitFor({ timeout: 5000 })
    await bystander
      .frameLocator('iframe[sandbox]')
      .getByText('Manager with secrets')
      .waitFor({ timeout: 5000 })
    return undefined
  } catch {
    return 'the person is locked out'
  }
}

export const callMeanwhile: Meanwhile = async ({ visit: { bystander } }, attacked) => {
  await attacked
  const status = await bystander.evaluate<number>(`fetch('/api/v1/config').then(({ status }) => status)`)
  // Until then, the limit and not the defence would refuse the attacks that follow.
  await pause(minuteMs - (Date.now() % minuteMs))
  return status === 429 ? 'the person may not call the portal any more' : undefined
}

export const leaveByLink: Meanwhile = async ({ page }, attacked) => {
  await attacked
  try {
    await page.getByRole('link', { name: 'Storybooks', exact: true }).click({ timeout: 3000 })
    await page.getByRole('heading', { name: 'Storybooks', level: 1 }).waitFor({ timeout: 5000 })
    return undefined
  } catch {
    return `the person is still at ${page.url()}`
  }
}

/** Gets a session for another version of the hostile storybook. */
export const openEarlierVersion: Meanwhile = async ({ visit, stage }) => {
  const page = await visit.context.newPage()
  await page.goto(`${stage.hostile.path}/version/${stage.earlierVersion}`)
  await page.frameLocator('iframe').first().getByRole('heading').first().waitFor()
  await page.close()
  return undefined
}
