import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { screens } from './screens.ts'
import { aStage } from './stage.ts'
import { setScheme, test as visiting } from './visits.ts'

const root = join(import.meta.dirname, '..')
const schemes = ['light', 'dark'] as const
const widths = [1440, 768, 360]

/** The portal's own Storybook, which looks better than the small test build. */
const buildOf = (name: string) => readFileSync(join(root, 'web/.storybook/dist', name))

const test = visiting.extend<object>({
  stage: [
    async ({ browser: _browser }, use) => use(await aStage([buildOf('early.zip'), buildOf('whole.zip')])),
    { scope: 'worker' },
  ],
})

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

for (const screen of screens) {
  test(screen.name, async ({ visit }) => {
    const page = await visit(screen)
    for (const colorScheme of schemes) {
      await setScheme(page, colorScheme)
      for (const width of screen.isNarrow ? [360] : widths) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
        const name = `${screen.name}-${width}-${colorScheme}.png`
        await page.screenshot({ path: join(root, 'screenshots', name), animations: 'disabled' })
      }
      if (!shown.has(screen.name)) continue
      await page.setViewportSize({ width: 1280, height: 800 })
      const path = join(root, 'docs/images', `${screen.name}-${colorScheme}.png`)
      await page.screenshot({ path, animations: 'disabled' })
    }
  })
}
