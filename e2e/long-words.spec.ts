import type { Page } from '@playwright/test'
import { renameAccount } from '@plinth/contract/accounts.ts'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createInvitation } from '@plinth/contract/invitations.ts'
import { updateMember } from '@plinth/contract/members.ts'
import { updateStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion } from '@plinth/contract/versions.ts'
import { createWebhook, pauseWebhook, webhookEvents } from '@plinth/contract/webhooks.ts'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import { publish } from './builds.ts'
import { openAs } from './people.ts'
import { dialog, settled } from './screens/screen.ts'
import { aTeam } from './teams.ts'
import type { Team } from './teams.ts'
import { expect, test } from './test.ts'

/** One word, as long as a field takes it. */
const word = (name: string, length: number) => name.padEnd(length, 'Unbreakable')

const component = word('Component', 200)
const storyId = `${component.toLowerCase()}--primary`

const longBuild = (label: string) =>
  aStorybookZip({
    label,
    files: {
      'index.json': JSON.stringify({
        v: 5,
        entries: {
          [storyId]: {
            id: storyId,
            name: word('Story', 150),
            title: `${word('Folder', 120)}/${component}`,
            type: 'story',
            tags: [word('tag', 90)],
            importPath: `./${word('file', 200)}.stories.tsx`,
          },
        },
      }),
      [`assets/${word('asset', 120)}-${label}.js`]: label,
    },
  })

/** An account in which everything that somebody names is one long word. */
async function aTeamOfLongWords(): Promise<{ team: Team; paths: string[]; storybook: string }> {
  const team = await aTeam({ size: 2 })
  const { call } = team.ada
  const params = { account: team.account.publicId }
  const home = `/account/${params.account}`
  const title = word('Storybook', 200)
  const facts = { message: word('Message', 600), commit: 'a'.repeat(64), branch: word('branch', 255) }
  const first = await publish(team, team.ada, { title, ...facts, zip: longBuild('one') })
  const { storybook, path } = first
  await publish(team, team.ada, { storybook, branch: 'main', zip: longBuild('two') })
  const third = await publish(team, team.ada, {
    storybook,
    ...facts,
    release: word('r', 100),
    zip: longBuild('3'),
  })
  await publish(team, team.ada, { title: word('Other', 200), ...facts, zip: longBuild('four') })
  await call(updateStorybook, {
    params: { ...params, storybook },
    body: { title, description: word('Description', 1000), folder: word('Folder', 100) },
  })
  await call(deleteVersion, { params: { ...params, storybook, version: first.version } })
  await call(createApiKey, { params, body: { name: word('Key', 100) } })
  await call(createInvitation, {
    params,
    body: { displayName: word('Person', 200), email: `${word('person', 200)}@${word('domain', 60)}.example` },
  })
  await call(updateMember, {
    params: { ...params, oid: team.ben.objectId },
    body: { displayName: word('Ben', 200), email: `${word('ben', 200)}@team.example` },
  })
  const { id: webhook } = await call(createWebhook, {
    params,
    body: {
      name: word('Hook', 100),
      url: `https://${word('hooks', 60)}.example/${word('path', 500)}`,
      format: 'json',
      events: [...webhookEvents],
    },
  })
  await call(pauseWebhook, { params: { ...params, id: webhook } })
  await call(renameAccount, { params, body: { name: word('Account', 200) } })
  const range = `${path}/compare/...${third.version}`
  const settings = [
    '',
    '/api',
    '/webhooks',
    `/webhooks/${webhook}`,
    '/storage',
    '/retention',
    '/trash',
    '/audit',
  ]
  return {
    team,
    storybook: path,
    paths: [
      ...[
        'getting-started',
        'storybooks',
        'components',
        'agents',
        'search?q=storybook',
        word('nope', 300),
      ].map((page) => `${home}/${page}`),
      ...settings.map((tab) => `${home}/settings${tab}`),
      ...['', '/versions', '/versions?text=mess', '/components', `/component/${component.toLowerCase()}`].map(
        (page) => path + page,
      ),
      range,
      `${range}/story/${storyId}`,
      '/connections',
      `/${word('nope', 300)}`,
    ],
  }
}

/** What reaches beyond the window, the outermost of each. */
const wideElements = (page: Page) =>
  page.locator('html').evaluate((html) => {
    const { scrollWidth, clientWidth } = html
    if (scrollWidth <= clientWidth) return []
    const wide = [...html.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    const named = wide.map(({ tagName, className }) => `${tagName}.${String(className)}`)
    return [`${scrollWidth} of ${clientWidth}`, ...named.slice(0, 6)]
  })

const widths = [1440, 1024, 768, 320]

async function expectNoOverflow(page: Page, what: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const timeout = 3000
    await expect
      .configure({ soft: true })
      .poll(() => wideElements(page), { message: `${what} at ${width}`, timeout })
      .toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('words without a break make no page wider than the window', { tag: '@long' }, async ({ tab: page }) => {
  test.setTimeout(300_000)
  const { team, paths, storybook } = await aTeamOfLongWords()
  await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('h1, h2, iframe').first()).toBeVisible()
    await settled(page)
    await expectNoOverflow(page, path.slice(0, 120))
  }

  const home = `/account/${team.account.publicId}`
  for (const [path, open] of [
    [`${home}/storybooks`, dialog(/^Edit Storybook/)],
    [`${home}/storybooks`, dialog(/^Edit Storybook/, (_, tab) => dialog('Delete Storybook')(tab))],
    [`${home}/storybooks`, dialog(/^Upload new version/)],
    [`${storybook}/versions`, dialog(/^Delete version/)],
    [`${home}/settings`, dialog(/^Delete Ben/)],
    [`${home}/settings/trash`, dialog(/^Delete version .* for good/)],
    [`${home}/settings/api`, dialog(/^Delete API key/)],
    [storybook, dialog(/^Share…/)],
  ] as const) {
    await page.goto(path)
    await open(page)
    await expectNoOverflow(page, `a dialog of ${path}`)
  }
})
