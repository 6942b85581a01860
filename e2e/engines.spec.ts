import { withEngine } from './engines/engines.ts'
import { aStage, takeJourneys } from './engines/journeys.ts'
import { visitorWith } from './engines/visitor.ts'
import { test } from './test.ts'
import { port } from './where.ts'

for (const name of ['WebKit', 'Firefox'] as const) {
  test(`people sign in, view, publish, share and compare in ${name}`, { tag: '@long' }, () =>
    withEngine(name, async (browser) => {
      await takeJourneys(visitorWith(browser, `http://plinth.localhost:${port}`), await aStage())
    }),
  )
}
