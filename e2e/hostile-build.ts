import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test as base } from '@playwright/test'
import type { Frame, Page } from '@playwright/test'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import { writeZip } from '../server/src/testing/zip-writer.ts'
import { publish } from './builds.ts'
import type { Published } from './builds.ts'
import { signInAs } from './people.ts'
import { aTeam } from './teams.ts'
import type { Team } from './teams.ts'
import { port } from './where.ts'

export const portal = `http://plinth.localhost:${port}`
export const viewerOf = ({ version }: Published) => `http://${version}.plinth.localhost:${port}`

const folder = join(import.meta.dirname, 'hostile-build')
const hostileZip = () =>
  writeZip(readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name)) })))

/** Files that only viewers of their version may read. */
const secrets = aStorybookZip({
  label: 'with secrets',
  files: {
    'secret.txt': 'secret',
    'secret.js': 'globalThis.secret = "secret"; export const secret = "secret"',
    'secret.css': 'body { color: red }',
    'secret.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    'sw.js': '',
  },
})

/** The people and storybooks around the hostile build. */
export interface Targets {
  team: Team
  /** A tab of a member who is signed in. */
  visitor: Page
  hostile: Published
  /** Another storybook of the same account. */
  sibling: Published
  /** A storybook of an account that the visitor does not belong to. */
  stranger: Published
}

/** The hostile build, opened in the viewer by a member. */
export interface Hostile {
  page: Page
  frame: Frame
  /** Runs one of the attacks in the build's script, inside the build. */
  attack: <Result = Record<string, string>>(name: string, facts?: unknown) => Promise<Result>
}

/** All attacks of a worker share one upload, one sign-in, and the open build as long as none has changed it. */
export const test = base.extend<
  { hostile: Hostile },
  { targets: Targets; openBuild: () => Promise<Hostile> }
>({
  targets: [
    async ({ browser }, use) => {
      const [team, others] = [await aTeam(), await aTeam()]
      const context = await browser.newContext({ baseURL: portal })
      const visitor = await context.newPage()
      await signInAs(visitor, team.ada, `/account/${team.account.publicId}/storybooks`)
      await use({
        team,
        visitor,
        hostile: await publish(team, team.ada, { title: 'Friendly', zip: hostileZip() }),
        sibling: await publish(team, team.ada, { title: 'Sibling', zip: secrets }),
        stranger: await publish(others, others.ada, { title: 'Stranger', zip: secrets }),
      })
      await context.close()
    },
    { scope: 'worker' },
  ],

  openBuild: [
    async ({ targets }, use) => {
      let opened: Hostile | undefined
      await use(async () => {
        if (opened && isUntouched(opened, targets.hostile)) return opened
        opened = await openHostile(targets.visitor, targets.hostile)
        return opened
      })
    },
    { scope: 'worker' },
  ],

  hostile: async ({ targets: { visitor }, openBuild }, use) => {
    await use(await openBuild())
    visitor.removeAllListeners()
    const context = visitor.context()
    await context.clearPermissions()
    for (const tab of context.pages()) if (tab !== visitor) await tab.close()
  },
})

/** Whether the viewer and the build are still where they were opened, without frames that an attack has added. */
const isUntouched = ({ page, frame }: Hostile, hostile: Published) =>
  page.url() === `${portal}${hostile.path}` &&
  !frame.isDetached() &&
  frame.url().startsWith(viewerOf(hostile)) &&
  frame.childFrames().length === 0

/** Opens the hostile build in a signed-in page. */
export async function openHostile(page: Page, hostile: Published): Promise<Hostile> {
  await page.goto(hostile.path)
  const origin = viewerOf(hostile)
  await expect(page.frameLocator('iframe[sandbox]').getByRole('heading')).toHaveText(/friendly/)
  const frame = page.frames().find((candidate) => candidate.url().startsWith(origin))
  if (!frame) throw new Error('the hostile build is not shown')
  return {
    page,
    frame,
    attack: (name, facts = {}) => frame.evaluate(`attacks.${name}(${JSON.stringify(facts)})`),
  }
}

/** Expects that every attempt was refused; a failure lists those that were not. */
export function expectRefused(outcomes: Record<string, string>) {
  const successes = Object.entries(outcomes).filter(([, outcome]) => !outcome.startsWith('refused'))
  expect(Object.fromEntries(successes)).toEqual({})
}

/** Expects that the portal still shows the same page, and its person is still signed in. */
export async function expectUnharmed({ page }: Hostile, { hostile }: Pick<Targets, 'hostile'>) {
  await expect(page).toHaveURL(`${portal}${hostile.path}`)
  await expect(page).toHaveTitle('Friendly – Plinth')
  await expect(page.getByRole('button', { name: 'User menu of Ada' })).toBeVisible()
}
