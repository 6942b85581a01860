import { reportSkipped } from '../server/src/testing/report-skipped.ts'
import type { Driver } from './engines/driver.ts'
import { startFirefox } from './engines/firefox.ts'
import { aStage, takeJourneys } from './engines/journeys.ts'
import { programs } from './engines/programs.ts'
import { visitorWith } from './engines/visitor.ts'
import { startWebKit } from './engines/webkit.ts'
import { test } from './test.ts'
import { port } from './where.ts'

const { firefox, webKitDriver: driver, miniBrowser, xvfb } = programs

/** Undefined where the browser is not installed. */
const engines: Record<string, (() => Promise<Driver>) | undefined> = {
  Firefox: firefox === undefined ? undefined : () => startFirefox(firefox),
  WebKit: driver && miniBrowser && xvfb ? () => startWebKit({ driver, miniBrowser, xvfb }) : undefined,
}

/** Set `E2E_ENGINES=1` to try them. */
const wanted = process.env['E2E_ENGINES'] === undefined ? [] : Object.entries(engines)

for (const [name, start] of wanted) {
  if (!start) reportSkipped(`the journeys in ${name} are not tried: it is not installed`)
  test(`people sign in, view, publish, share and compare in ${name}`, { tag: '@long' }, async () => {
    test.skip(!start, 'not installed')
    test.setTimeout(180_000)
    const browser = await start?.()
    if (!browser) return
    try {
      await takeJourneys(visitorWith(browser, `http://plinth.localhost:${port}`), await aStage())
    } finally {
      await browser.quit()
    }
  })
}
