import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'
import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'

import { filesOf, hasSharedData, sharedData } from '../server/src/testing/builds.ts'
import { reportSkipped } from '../server/src/testing/report-skipped.ts'
import { buildIn, previewIn, publish, uploadInDialog } from './builds.ts'
import { complaintsOf, openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** Each of these starts a whole Storybook, which is slow on a busy machine. */
test.describe.configure({ timeout: 180_000 })
const timeoutMs = { timeout: 45_000 }

interface Entry {
  id: string
  type: 'story' | 'docs'
  title: string
}

if (!hasSharedData) reportSkipped('real builds are not published in the browser: the test data is missing')

/** The stories of the first component, which fetches no data. */
function storiesToLookAt(index: { entries: Record<string, Entry> }): Entry[] {
  const stories = Object.values(index.entries).filter(({ type }) => type === 'story')
  return stories.filter(({ title }, _, all) => title === all[0]?.title)
}

/** Waits until the story or docs page has rendered something. */
async function expectRendered(page: Page, { id, type }: Omit<Entry, 'title'>) {
  await expect(page).toHaveURL(new RegExp(`path=/${type}/${id}(&|$)`), timeoutMs)
  const root = previewIn(page).locator(type === 'docs' ? '#storybook-docs' : '#storybook-root')
  await expect(root).toBeVisible(timeoutMs)
  await expect(root.locator('*').first()).toBeAttached()
  await expect(previewIn(page).locator('.sb-errordisplay')).toBeHidden()
}

for (const name of filesOf('storybooks', '.zip')) {
  const tag = name === 'sb9-react-vite.zip' ? [] : '@long'
  test(`${name} is uploaded through the page and its stories render`, { tag }, async ({ page }) => {
    const complaints = complaintsOf(page)
    const { account, ada } = await aTeam()
    const params = { account: account.publicId }
    const title = name.replace('.zip', '')
    const { publicId: storybook } = await ada.call(createStorybook, { params, body: { title } })

    await openAs(page, ada, `/account/${account.publicId}/storybooks`)
    await page.getByRole('button', { name: /Upload First Storybook/ }).click()
    await uploadInDialog(page, { file: join(sharedData, 'storybooks', name), notes: `All of ${name}` })
    await expect(page.getByText(`${title} is published`)).toBeVisible()
    expect(await ada.call(listStorybooks, { params })).toMatchObject([
      { versionCount: 1, latest: { kind: 'storybook' } },
    ])

    const file = await ada.call(getStorybookFile, {
      params: { storybook, version: 'latest', '*': 'index.json' },
    })
    const [first, second] = storiesToLookAt(JSON.parse(Buffer.from(file).toString()))
    if (!first || !second) throw new Error(`${name} has no component with two stories`)

    const address = await page.getByRole('link', { name: /View Storybook/ }).getAttribute('href')
    await page.goto(`${address}?path=/story/${first.id}`)
    await expectRendered(page, first)
    const item = (id: string) => buildIn(page).locator(`[data-item-id="${id}"]`).getByRole('link')
    await item(second.id).click()
    await expectRendered(page, second)
    await item('introduction--docs').click()
    await expectRendered(page, { id: 'introduction--docs', type: 'docs' })
    expect(complaints).toEqual([])
  })
}

for (const name of filesOf('storybooks', 'msw.zip')) {
  test(
    `the service worker of ${name} answers the requests of its stories`,
    { tag: '@long' },
    async ({ page }) => {
      const complaints = complaintsOf(page)
      const team = await aTeam()
      const zip = readFileSync(join(sharedData, 'storybooks', name))
      const { path } = await publish(team, team.ada, { zip })
      await openAs(page, team.ada, `${path}?path=/story/data-remote-userlist--from-api`)
      await expect(previewIn(page).getByTestId('users')).toHaveText('Ada, Grace', timeoutMs)
      expect(complaints).toEqual([])
    },
  )
}
