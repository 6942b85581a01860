import { join } from 'node:path'

import type { Browser, BrowserContext } from '@playwright/test'

import { attacks } from '../proofs/hostile/attacks.ts'
import { openCollector } from '../proofs/hostile/collector.ts'
import { attackInOrder } from '../proofs/hostile/hostile.ts'
import type { Way } from '../proofs/hostile/scene.ts'
import { openStage } from '../proofs/hostile/stage.ts'
import { openInside } from '../proofs/portal.ts'
import { joinEmbeddedPostgres } from '../server/src/embedded/postgres/embedded-postgres.ts'
import { portal } from './hostile-build.ts'
import { expect, test } from './test.ts'
import { data, port } from './where.ts'

/** What these attacks of the proof `hostile` achieve, all at once, on the portal under test. */
async function achievedBy(
  browser: Browser,
  way: Way,
  names: string[],
  weaken?: (context: BrowserContext) => Promise<unknown>,
) {
  const { url: databaseUrl } = await joinEmbeddedPostgres(join(data, 'postgres'))
  const inside = openInside({ databaseUrl, env: { PORT: port }, origin: `http://127.0.0.1:${port}` })
  const collector = await openCollector()
  try {
    const stage = await openStage(inside, portal, collector)
    const chosen = attacks.filter(({ name }) => names.includes(name))
    return await attackInOrder(browser, { ...stage, weaken }, way, [chosen])
  } finally {
    await collector.close()
    await inside.close()
  }
}

test('a hostile build that tries several things at once achieves nothing', async ({ browser }) => {
  const names = [
    'readParentDocument',
    'navigateTopByScript',
    'pollutePrototypes',
    'callApi',
    'clearCookiesByLongAddress',
    'readSibling',
    'useOwnTicketElsewhere',
  ]
  expect(await achievedBy(browser, 'frame', names)).toEqual([])
})

const withoutSandbox = (context: BrowserContext) =>
  context.addInitScript(`
    const { setAttribute } = Element.prototype
    Element.prototype.setAttribute = function (name, value) {
      if (name !== 'sandbox') setAttribute.call(this, name, value)
    }`)

test('it would achieve something without the sandbox of its frame', { tag: '@long' }, async ({ browser }) => {
  const achieved = await achievedBy(browser, 'frame', ['navigateTopByScript'], withoutSandbox)
  expect(achieved.join()).toMatch(/the page around it (?:is at|was navigated)/)
})

/** On hosts of composed versions; only browsers find names below `localhost`. */
const withoutPolicy = (context: BrowserContext) =>
  context.route(/\/\/c\w{48}\..*\/iframe\.html/, async (route) => {
    const url = new URL(route.request().url())
    const sent = { ...(await route.request().allHeaders()), host: url.host }
    url.hostname = '127.0.0.1'
    const response = await route.fetch({ url: url.href, headers: sent })
    const { 'content-security-policy': _policy, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })

test(
  'a composed build would navigate the composing page without its sandbox',
  { tag: '@long' },
  async ({ browser }) => {
    expect(await achievedBy(browser, 'composing', ['navigateTopByScript'])).toEqual([])
    const achieved = await achievedBy(browser, 'composing', ['navigateTopByScript'], withoutPolicy)
    expect(achieved.join()).toMatch(/the page around it (?:is at|was navigated)/)
  },
)
