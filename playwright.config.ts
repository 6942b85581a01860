import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

import { findChromium } from './camera/src/browser/find-chromium.mjs'
import { data, hasCamera, port } from './e2e/where.ts'
import { portalFlags } from './scripts/portal-flags.mjs'

/**
 * Takes the place of Playwright's own list, so it repeats that one. Only storage stays partitioned, as in everybody's
 * browser. The first two are pages of the address bar that nobody sees: a third of the cost of opening a tab.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
]

/** Benches and proofs use it too. */
const chromium = process.env['CHROMIUM_PATH'] ?? findChromium() ?? 'chromium'
const testsOfPictures = 'pictures.spec.ts'

export default defineConfig({
  testDir: 'e2e',
  ...(hasCamera ? { testMatch: testsOfPictures } : { testIgnore: testsOfPictures }),
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    baseURL: `http://plinth.localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    // A person's Chromium allows it after a click; the headless shell allows nothing on its own.
    permissions: ['clipboard-write'],
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
  webServer: {
    command: `node ${portalFlags.join(' ')} ${join(import.meta.dirname, 'server/src/main.ts')}`,
    url: `http://127.0.0.1:${port}/ready`,
    env: {
      PORT: port,
      PLINTH_DATA: data,
      PLINTH_LOG_FILE: join(data, 'plinth.log'),
      // It would compress the builds of all tests while browsers need both cores.
      PLINTH_BROTLI: 'false',
      PLINTH_CAMERA: String(hasCamera),
      PLINTH_CAMERA_CHROMIUM: chromium,
      // Where tests receive webhooks.
      PLINTH_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    timeout: 60_000,
  },
})
