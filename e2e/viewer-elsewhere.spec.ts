import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createShareLink } from '@plinth/contract/share-links.ts'

import { anotherPortal } from './another-portal.ts'
import type { AnotherPortal } from './another-portal.ts'
import { buildIn } from './builds.ts'
import { openBrowser } from './composing-page.ts'
import { withEngine } from './engines/engines.ts'
import { aStage, inBuild, signIn } from './engines/journeys.ts'
import { visitorWith } from './engines/visitor.ts'
import type { Visitor } from './engines/visitor.ts'
import { signInAs } from './people.ts'
import { expect, test } from './test.ts'

/*
 * Viewer hosts of another site than the portal's. The names below localhost are loopback in every browser, and the last two
 * parts of a name are its site.
 */

test.describe.configure({ mode: 'default' })

let portal: AnotherPortal
let origin: string

test.beforeAll(async () => {
  portal = await anotherPortal((port) => ({
    PLINTH_PUBLIC_URL: `http://plinth.localhost:${port}`,
    PLINTH_VIEWER_URL: `http://{version}.viewer.localhost:${port}`,
  }))
  origin = `http://plinth.localhost:${portal.port}`
})
test.afterAll(() => portal.stop())

const card = '?path=/story/card--plain'

test('Chromium without third-party cookies shows a storybook of another site', { tag: '@long' }, async () => {
  const { team, storybook } = await aStage()
  const context = await openBrowser('blocked')
  const page = await context.newPage()
  await signInAs(page, team.ada, origin)
  await page.goto(origin + storybook.path + card)
  await expect(buildIn(page).getByRole('heading', { name: 'two /story/card--plain' })).toBeVisible()
  await context.close()
})

for (const name of ['WebKit', 'Firefox without third-party cookies'] as const) {
  test(
    `${name} says that it cannot show a storybook of another site, and opens it in a tab`,
    { tag: '@long' },
    () =>
      withEngine(name, async (browser) => {
        const { team, storybook, first } = await aStage()
        const { account, ada } = team
        const visitor = visitorWith(browser, origin)

        await visitor.goTo(storybook.path + card)
        await signIn(visitor, ada)
        await opensInTab(visitor, 'two /story/card--plain')

        await visitor.goTo(`${storybook.path}/compare/${first}...${storybook.version}/story/card--plain`)
        await opensInTab(visitor, 'one /story/card--plain', 'section:nth-of-type(1)')

        const home = { account: account.publicId }
        await ada.call(allowShareLinks, { params: home, body: { allowed: true } })
        const params = { ...home, storybook: storybook.storybook }
        const { url } = await ada.call(createShareLink, { params, body: { version: first, days: 1 } })
        const { pathname, hash } = new URL(url)
        await visitor.goTo(pathname + hash)
        await opensInTab(visitor, 'one /story/button--primary')
      }),
  )
}

async function opensInTab(visitor: Visitor, heading: string, part = 'main') {
  const { driver } = visitor
  await visitor.sees('This browser does not show storybooks inside the portal', { selector: `${part} *` })
  const tabs = await driver.tabs()
  await visitor.choose(`${part} button`, 'Open in new tab')
  await visitor.goToTabBeside(tabs)
  await visitor.sees(heading, { selector: inBuild.selector })
  await driver.closeTab()
  await driver.chooseTab(tabs[0] ?? '')
}
