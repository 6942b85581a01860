import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { settingsPage, settingsPagePath } from './settings-page.ts'

test('the page of settings says what the settings are (npm run docs writes it)', async () => {
  expect(await readFile(settingsPagePath, 'utf8')).toBe(settingsPage())
})
