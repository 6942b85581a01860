import type { Page } from '@playwright/test'
import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createComposition } from '@plinth/contract/compositions.ts'
import type { Ref } from '@plinth/contract/compositions.ts'
import { getConfig } from '@plinth/contract/config.ts'
import { deleteMember } from '@plinth/contract/members.ts'

import { reportSkipped } from '../server/src/testing/report-skipped.ts'
import { buildIn, publish } from './builds.ts'
import {
  allow,
  expectLoaded,
  keepsCookies,
  load,
  openBrowser,
  storyOf,
  switchVersion,
  useRef,
} from './composing-page.ts'
import type { Cookies } from './composing-page.ts'
import { composedZip, hasSamples, sampleZip, serveStorybook } from './composing.ts'
import { startDevServer } from './dev-server.ts'
import { openAs } from './people.ts'
import type { Team } from './teams.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** Otherwise a few combinations, which differ in as much as they can. */
const everyStorybook = process.env['E2E_EVERY_STORYBOOK'] !== undefined

/** Whole Storybooks load in frames, one after the other; npm may have to install them first. */
test.describe.configure({ timeout: everyStorybook ? 300_000 : 120_000 })

if (!hasSamples) reportSkipped('composing Storybooks are not tried: the test data is missing')

/** A storybook with two versions whose stories differ, an older release and the newest one; and its address for people. */
async function aComposedStorybook(team: Team) {
  await team.ada.call(allowShareLinks, {
    params: { account: team.account.publicId },
    body: { allowed: true, viewersMayCompose: true },
  })
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

const samples = { 8: 'sb8-vue3-vite', 9: 'sb9-react-vite', 10: 'sb10-react-vite-msw' } as const

interface Combination {
  major: keyof typeof samples
  cookies: Cookies
}

const every = ([8, 9, 10] as const).flatMap((major): Combination[] => [
  { major, cookies: 'blocked' },
  { major, cookies: 'allowed' },
])
const few: Record<'built' | 'dev', Combination[]> = {
  built: [
    { major: 8, cookies: 'blocked' },
    { major: 9, cookies: 'allowed' },
    { major: 10, cookies: 'blocked' },
  ],
  dev: [{ major: 10, cookies: 'blocked' }],
}

function combinationsOf(kind: keyof typeof few): Combination[] {
  if (!hasSamples) return []
  return everyStorybook ? every : few[kind]
}

/** Debian's Chromium blocks third-party cookies whatever one asks for: enough for a few combinations, not for all. */
async function expectCookies(page: Page, ref: string, cookies: Cookies) {
  if (cookies === 'allowed' && !everyStorybook) return
  expect(await keepsCookies(page, ref)).toBe(cookies === 'allowed')
}

for (const { major, cookies } of combinationsOf('built')) {
  test(
    `a built Storybook ${major} shows a storybook, with third-party cookies ${cookies}`,
    { tag: '@long' },
    async () => {
      const team = await aTeam({ size: 2 })
      const { storybook, path, forPeople } = await aComposedStorybook(team)
      const composing = await serveStorybook(samples[major])
      const withKey = await requestRef(team, storybook, composing.origin)
      composing.compose({ 'with-key': withKey, 'for-people': forPeople })
      const context = await openBrowser(cookies)
      const page = await context.newPage()
      await load(page, forPeople.url, () => page.goto(composing.origin))

      await useRef(page, 'with-key')
      await expectCookies(page, 'with-key', cookies)
      await allow(page, team.ada, 'for-people', forPeople.url)
      await useRef(page, 'for-people')
      expect(await statusInFrame(page, 'for-people')).toBe(200)
      await switchVersion(page, 'with-key', path)

      const elsewhere = await serveStorybook(samples[major])
      elsewhere.compose({})
      const framed =
        page
          .frames()
          .find((frame) => frame.url().includes('.plinth.localhost'))
          ?.url() ?? ''
      const tab = await context.newPage()
      await expectNothingElsewhere(
        tab,
        elsewhere.origin,
        [withKey.url, new URL(framed).origin],
        forPeople.url,
      )

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
    },
  )
}

test(
  'a published Storybook that composes another one shows it in the viewer',
  { tag: '@long' },
  async ({ page }) => {
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
  },
)

for (const { major, cookies } of combinationsOf('dev')) {
  test(
    `the dev server of Storybook ${major} shows a storybook, with third-party cookies ${cookies}`,
    { tag: '@long' },
    async () => {
      const team = await aTeam()
      const { storybook, path, forPeople } = await aComposedStorybook(team)
      const { key } = await team.ada.call(createApiKey, {
        params: { account: team.account.publicId },
        body: { name: 'Laptop', scope: 'read' },
      })
      const dev = await startDevServer(major, { key, storybook, refs: { 'for-people': forPeople } })
      try {
        const context = await openBrowser(cookies)
        const page = await context.newPage()
        const answers = () =>
          fetch(dev.origin).then(
            ({ ok }) => ok,
            () => false,
          )
        await expectLoaded.poll(answers).toBe(true)
        await load(page, forPeople.url, () => page.goto(dev.origin))
        await useRef(page, 'design-system')
        await expectCookies(page, 'design-system', cookies)
        await allow(page, team.ada, 'for-people', forPeople.url)
        await useRef(page, 'for-people')
        await switchVersion(page, 'design-system', path)
        await context.close()
      } finally {
        // Otherwise it would outlive a test that fails.
        await dev.close()
      }
    },
  )
}
