import type { Locator } from '@playwright/test'
import { search } from '@plinth/contract/search.ts'
import { listVersions } from '@plinth/contract/versions.ts'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import { publish } from './builds.ts'
import type { Published } from './builds.ts'
import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import type { Team } from './teams.ts'
import { expect, test } from './test.ts'

const entry = (id: string, title: string, name: string) => ({ id, title, name, type: 'story' })

/** The second build has one story more and one less than the first. */
const builds = ['early', 'late'].map((label) => {
  const own =
    label === 'early' ? entry('card--plain', 'Card', 'Plain') : entry('card--fancy', 'Card', 'Fancy')
  const entries = { 'button--primary': entry('button--primary', 'Forms/Button', 'Primary'), [own.id]: own }
  return aStorybookZip({ label, files: { 'index.json': JSON.stringify({ v: 5, entries }) } })
})

interface Kit {
  team: Team
  early: Published
  late: Published
}

/** A storybook with two versions. Both have been read, and search finds the second. */
async function aKit(): Promise<Kit> {
  const team = await aTeam()
  const [earlyZip, lateZip] = builds
  const early = await publish(team, team.ada, {
    title: 'Kit',
    message: 'Early',
    ...(earlyZip && { zip: earlyZip }),
  })
  const { storybook } = early
  const late = await publish(team, team.ada, { storybook, message: 'Late', ...(lateZip && { zip: lateZip }) })
  const params = { account: early.account, storybook }
  const states = async () => (await team.ada.call(listVersions, { params })).map(({ contents }) => contents)
  await expect.poll(states, { timeout: 30_000 }).toEqual(['ready', 'ready'])
  const found = async () => {
    const { results } = await team.ada.call(search, {
      params: { account: late.account },
      query: { q: 'primary' },
    })
    return results.map(({ versionPublicId }) => versionPublicId)
  }
  await expect.poll(found, { timeout: 30_000 }).toEqual([late.version])
  return { team, early, late }
}

test('the palette finds a misspelt story from anywhere and opens it in the viewer', async ({ tab: page }) => {
  const { team, late } = await aKit()
  await openAs(page, team.ada, `/account/${late.account}/settings`)
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('combobox', { name: 'Search this account' })).toBeFocused()
  await page.keyboard.type('primry')
  await expect(page.getByRole('dialog').getByText('primary', { exact: true })).toBeVisible()
  await expect(page.getByRole('option', { name: /^Primary/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${late.path}/version/${late.version}?path=/story/button--primary`)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('iframe[sandbox]')).toBeFocused()

  // Keys in the frame do not reach the portal, so there is a button as well.
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('combobox', { name: 'Search this account' })).toBeFocused()
  await page.keyboard.type('card')
  await page.getByRole('option', { name: 'All results for “card”' }).click()
  await expect(page).toHaveURL(`/account/${late.account}/search?q=card`)
  await page.getByRole('link', { name: 'Card' }).click()
  await expect(page).toHaveURL(`${late.path}/component/card`)
})

test('components lead to their stories, and say where else they are', async ({ tab: page }) => {
  const { team, late } = await aKit()
  const other = await publish(team, team.ada, { title: 'Another kit' })
  await openAs(page, team.ada, `/account/${late.account}/storybooks`)
  await page.getByRole('navigation').getByRole('link', { name: 'Components' }).click()
  const kit = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Kit/ }) })
  await expect(kit.getByRole('link', { name: 'Another kit' }).first()).toBeVisible()
  await kit.getByRole('link', { name: 'Button', exact: true }).click()
  await expect(page).toHaveURL(`${late.path}/component/button`)
  await expect(page.getByRole('heading', { name: 'Button', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveText(
    'Components',
  )
  await expect(page.getByRole('link', { name: 'Another kit' })).toHaveAttribute(
    'href',
    `${other.path}/component/button`,
  )
  await page.getByRole('link', { name: 'Open Primary in the viewer' }).click()
  await expect(page).toHaveURL(`${late.path}/version/${late.version}?path=/story/button--primary`)
})

/** What the frame of one side shows. */
const preview = (side: Locator) => side.frameLocator('iframe').getByRole('heading')

test('two versions are compared, and their stories seen side by side', async ({ tab: page }) => {
  const { team, early, late } = await aKit()
  // As long as the server compares, the page asks again.
  const versions = await team.ada.call(listVersions, { params: late, query: {} })
  for (const version of versions) Object.assign(version, { isComparing: true, changes: null })
  await page.route(/\/versions\?/, (route) => route.fulfill({ json: versions }))
  await openAs(page, team.ada, `${late.path}/versions`)
  await expect(page.getByText('Comparing…').first()).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('link', { name: /^1 added, 1 removed/ }).click()
  const compared = `${late.path}/compare/${early.version}...${late.version}`
  await expect(page).toHaveURL(compared)
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveText(
    'Storybooks',
  )
  await expect(page.getByRole('region', { name: 'Added' })).toContainText('Fancy')
  await page.getByRole('link', { name: 'See Plain side by side' }).click()

  const before = page.getByRole('region', { name: 'Before' })
  const after = page.getByRole('region', { name: 'After' })
  await expect(page).toHaveURL(`${compared}/story/card--plain`)
  await expect(preview(before)).toHaveText('Preview early')
  await expect(after).toContainText('This story is not in the later version.')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${compared}/story/button--primary`)
  await expect(preview(before)).toHaveText('Preview early')
  await expect(preview(after)).toHaveText('Preview late')

  await page.setViewportSize({ width: 360, height: 740 })
  await expect(after).not.toBeInViewport()
  await page.getByRole('button', { name: 'After', pressed: false }).click()
  await expect(after).toBeInViewport()
  await expect(page.getByRole('button', { name: 'After' })).toHaveAttribute('aria-pressed', 'true')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goBack()
  await expect(page).toHaveURL(compared)
})
