import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { settingsPage, settingsPagePath } from './settings-page.ts'

test('the settings page is up to date (npm run docs generates it)', async () => {
  expect(await readFile(settingsPagePath, 'utf8')).toBe(settingsPage())
})
