import { updateStorybook } from '@plinth/contract/storybooks.ts'
import { listVersions } from '@plinth/contract/versions.ts'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import { buildIn, publish } from './builds.ts'
import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

const oddBranch = 'feature/50% größer #2'

test('versions of two branches have lasting addresses, and one becomes a release', async ({ tab: page }) => {
  const team = await aTeam()
  const { account, storybook, path, ...main } = await publish(team, team.ada, {
    title: 'Kit',
    branch: 'main',
    message: 'The good one',
    zip: aStorybookZip({ label: 'main' }),
  })
  const params = { account, storybook }
  await team.ada.call(updateStorybook, { params, body: { title: 'Kit', mainBranch: 'main' } })
  const feature = await publish(team, team.ada, {
    storybook,
    branch: oddBranch,
    zip: aStorybookZip({ label: 'feature' }),
  })

  await openAs(page, team.ada, path)
  await expect(buildIn(page).getByRole('heading', { name: 'Manager main' })).toBeVisible()
  await page.goto(`${path}/branch/main`)
  await expect(buildIn(page).getByRole('heading', { name: 'Manager main' })).toBeVisible()

  await page.goto(`${path}/versions`)
  await page.getByRole('link', { name: `View the newest version of ${oddBranch}` }).click()
  await expect(buildIn(page).getByRole('heading', { name: 'Manager feature' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`${path}/branch/feature/50%25%20gr%C3%B6%C3%9Fer%20%232`)
  await page.reload()
  await expect(buildIn(page).getByRole('heading', { name: 'Manager feature' })).toBeVisible()
  await page.goto(`${path}/branch/${encodeURIComponent(oddBranch)}`)
  await expect(buildIn(page).getByRole('heading', { name: 'Manager feature' })).toBeVisible()
  await page.goto(`${path}/branch/gone`)
  await expect(page.getByText('No version of the branch gone was found')).toBeVisible()
  await page.getByRole('link', { name: 'Show newest' }).click()
  await expect(page).toHaveURL(path)

  await page.goto(`${path}/versions`)
  const mainGroup = page.getByRole('region', { name: 'main' })
  const row = mainGroup.getByRole('row', { name: main.version })
  await expect(mainGroup.getByRole('row')).toHaveCount(2)
  // Anywhere on the row, where nothing else can be clicked.
  const { x = 0, y = 0 } = (await row.getByRole('cell').nth(5).boundingBox()) ?? {}
  await page.mouse.click(x + 5, y + 5)
  await expect(page).toHaveURL(`${path}/version/${main.version}`)
  await page.goBack()
  await mainGroup.getByRole('button', { name: `More for version ${main.version}` }).click()
  await page.getByRole('menuitem', { name: 'Name a release…' }).click()
  await page.getByRole('textbox', { name: 'Release name' }).fill('v1.0.0')
  await page.keyboard.press('Enter')
  await mainGroup.getByRole('link', { name: 'v1.0.0' }).click()
  await expect(page).toHaveURL(`${path}/release/v1.0.0`)
  await expect(buildIn(page).getByRole('heading', { name: 'Manager main' })).toBeVisible()

  await page.goto(`${path}/versions`)
  await page.getByRole('button', { name: oddBranch, expanded: false }).click()
  for (const version of [feature.version, main.version])
    await page.getByRole('checkbox', { name: `Select version ${version}` }).check()
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL(`${path}/compare/${main.version}...${feature.version}`)

  await page.goto(`${path}/versions`)
  await page.getByRole('searchbox', { name: 'Filter' }).pressSequentially('good')
  await expect(page.getByRole('table', { name: 'Versions', exact: true }).getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/text=good/)
  expect(await team.ada.call(listVersions, { params, query: { only: 'releases' } })).toMatchObject([
    { publicId: main.version, release: 'v1.0.0' },
  ])
})

test('branches keep their places when a version is deleted, and a phone shows more than filters', async ({
  page,
}) => {
  const team = await aTeam()
  const { ada } = team
  const { storybook, path } = await publish(team, ada, { title: 'Kit', branch: 'feature' })
  await publish(team, ada, { storybook, branch: 'next' })
  const newest = await publish(team, ada, {
    storybook,
    branch: 'feature',
    message: 'feat: a picker for dates',
  })
  await openAs(page, ada, `${path}/versions`)
  const names = page.getByRole('heading', { level: 2 })
  await expect(names).toHaveText(['feature', 'next'])

  await page.setViewportSize({ width: 390, height: 844 })
  const row = page.getByRole('row', { name: newest.version })
  await expect(row).toBeInViewport()
  const message = await row.getByRole('cell', { name: 'feat: a picker for dates' }).boundingBox()
  expect(message?.width).toBeGreaterThan(300)
  const id = await row.getByTitle(newest.version).boundingBox()
  expect(id?.height).toBeLessThan(30)
  const filter = page.getByRole('button', { name: 'Filter' })
  await expect(page.getByRole('searchbox', { name: 'Filter' })).toBeHidden()
  await filter.click()
  await page.getByRole('checkbox', { name: 'Only releases' }).check()
  await expect(page.getByRole('button', { name: 'Filter 1 filter is active' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Only releases' }).uncheck()

  await page.getByRole('button', { name: `Delete version ${newest.version}` }).click()
  await page.getByRole('button', { name: 'Delete Version', exact: true }).click()
  await expect(row).toHaveCount(0)
  await expect(names).toHaveText(['feature', 'next'])
  await page.reload()
  await expect(names).toHaveText(['next', 'feature'])
})
