import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { findThumbnails, requestComparedPictures } from '@plinth/contract/pictures.ts'
import { listStorybooks } from '@plinth/contract/storybooks.ts'

import { screens } from './screens/screens.ts'
import { aStage } from './stage.ts'
import type { Stage } from './stage.ts'
import { setScheme, test as visiting } from './visits.ts'

const root = join(import.meta.dirname, '..')
const schemes = ['light', 'dark'] as const
const widths = [1440, 768, 360]

/** The portal's own Storybook, which looks better than the small test build. */
const buildOf = (name: string) => readFileSync(join(root, 'web/.storybook/dist', name))

const test = visiting.extend<object>({
  stage: [
    async ({ browser: _browser }, use) => {
      const stage = await aStage([buildOf('early.zip'), buildOf('whole.zip')])
      await untilRead(stage)
      await untilPictured(stage)
      await use(stage)
    },
    { scope: 'worker', timeout: 1_200_000 },
  ],
})

/** Components are shown once the portal has read the builds. */
async function untilRead({ account, ada }: Stage) {
  const published = async () => {
    const storybooks = await ada.call(listStorybooks, { params: { account: account.publicId } })
    return storybooks.filter(({ latest }) => latest !== null)
  }
  const areRead = async () => (await published()).every(({ mainComponents }) => mainComponents.length > 0)
  await expect.poll(areRead, { timeout: 100_000 }).toBe(true)
}

/** The camera has taken what cards and comparisons show. */
async function untilPictured({ account, ada, storybook }: Stage) {
  const params = { account: account.publicId }
  const arePictured = async () => {
    const latest = (await ada.call(listStorybooks, { params })).flatMap((each) => each.latest ?? [])
    const of = latest.map(({ versionPublicId: version }) => ({ version }))
    const thumbnails = await ada.call(findThumbnails, { params, body: { of } })
    return thumbnails.every(({ state }) => state !== 'waiting')
  }
  const compared = async () =>
    ada.call(requestComparedPictures, {
      params: { ...params, storybook: storybook.storybook },
      query: { to: storybook.version },
    })
  await expect.poll(arePictured, { timeout: 500_000 }).toBe(true)
  await expect.poll(async () => (await compared()).state, { timeout: 500_000 }).toBe('ready')
}

/** The screenshots in README and docs. */
const shown = new Set([
  'storybooks',
  'storybooks-many',
  'viewer',
  'upload-browser',
  'versions',
  'components',
  'component',
  'compare',
  'settings-general',
  'settings-retention',
  'getting-started',
])

/** A build in a frame is drawn by a process of its own, which takes longer to follow a new size. */
async function resize(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height })
  if (page.frames().length > 1) await page.waitForTimeout(500)
}

for (const screen of screens) {
  test(screen.name, async ({ visit }) => {
    const page = await visit(screen)
    for (const colorScheme of schemes) {
      await setScheme(page, colorScheme)
      // A Storybook in a frame chooses its scheme when it starts.
      if (page.frames().length > 1) await visit(screen)
      for (const width of screen.isNarrow ? [360] : widths) {
        await resize(page, width, width === 360 ? 740 : 900)
        const name = `${screen.name}-${width}-${colorScheme}.png`
        await page.screenshot({ path: join(root, 'screenshots', name), animations: 'disabled' })
      }
      if (!shown.has(screen.name)) continue
      await resize(page, 1280, 800)
      const path = join(root, 'docs/images', `${screen.name}-${colorScheme}.png`)
      await page.screenshot({ path, animations: 'disabled' })
    }
  })
}
