import { applyRetention } from '../server/src/features/retention/apply-retention.ts'
import { publish } from './builds.ts'
import { openAs } from './people.ts'
import { aTeam, onDatabase } from './teams.ts'
import { expect, test } from './test.ts'

/** What the duty does every hour. */
const letRulesRun = () =>
  onDatabase(async (db) => {
    const others = { contents: { refreshSoon: () => {} }, revocations: { announce: async () => {} } }
    const { versions } = await applyRetention({ db, ...others })
    return versions
  })

test('a rule is previewed and saved, removes old versions, and one of them is restored', async ({
  tab: page,
}) => {
  const team = await aTeam()
  const first = await publish(team, team.ada, { title: 'Kit', message: 'First', branch: 'main' })
  const { storybook, path } = first
  await publish(team, team.ada, { storybook, message: 'Second', branch: 'main' })
  await publish(team, team.ada, { storybook, message: 'Other', branch: 'feature/other' })
  const settings = `/account/${team.account.publicId}/settings`

  await openAs(page, team.ada, settings)
  await page.getByRole('link', { name: 'Retention' }).click()
  await page.getByLabel('Versions to keep of each branch').fill('1')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText(/^These rules would remove 1 version in 1 branch;/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('First')
  await page.getByRole('button', { name: 'Save Rules' }).click()
  await expect(page.getByText('Rules saved. They are applied within the hour.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()

  expect(await letRulesRun()).toBe(1)
  const ofMain = page.getByRole('region', { name: 'main' })
  await page.goto(`${path}/versions`)
  await expect(ofMain.getByText('Second')).toBeVisible()
  await expect(ofMain.getByText('First')).toBeHidden()

  await page.goto(`${settings}/trash`)
  const row = page.getByRole('row').filter({ hasText: 'First' })
  await expect(row).toContainText('Retention rule: keep the newest 1 of each branch')
  await row.getByRole('button', { name: `Restore version ${first.version}` }).click()
  await expect(page.getByText('Version restored, and pinned so that no rule removes it again')).toBeVisible()
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  expect(await letRulesRun()).toBe(0)
  await page.goto(`${path}/versions`)
  await expect(ofMain.getByText('First')).toBeVisible()
})
