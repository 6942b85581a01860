import { test } from '@playwright/test'

import { reportSkipped } from '../../server/src/testing/report-skipped.ts'
import type { Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { programs } from './programs.ts'
import { startWebKit } from './webkit.ts'

const { firefox, webKitDriver: driver, miniBrowser, xvfb } = programs

/** Undefined where the browser is not installed. */
const starts = {
  Firefox: firefox === undefined ? undefined : () => startFirefox(firefox),
  'Firefox without third-party cookies':
    firefox === undefined ? undefined : () => startFirefox(firefox, { 'network.cookie.cookieBehavior': 1 }),
  WebKit: driver && miniBrowser && xvfb ? () => startWebKit({ driver, miniBrowser, xvfb }) : undefined,
}

/** Uses a browser of its own. Where it is not installed, the test is skipped, and that is printed. */
export async function withEngine(name: keyof typeof starts, use: (browser: Driver) => Promise<void>) {
  const start = starts[name]
  if (!start) reportSkipped(`“${test.info().title}” is not tried: the browser is not installed`)
  test.skip(!start, 'not installed')
  test.setTimeout(300_000)
  const browser = await start?.()
  if (!browser) return
  try {
    await use(browser)
  } finally {
    await browser.quit()
  }
}
