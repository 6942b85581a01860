import { defineConfig } from '@playwright/test'

import tests from './playwright.config.ts'

/** `npm run screenshots`: every screen at every width into screenshots/, some of them for the docs into docs/images/. */
export default defineConfig({ ...tests, testMatch: 'screenshots.ts' })
