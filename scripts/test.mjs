// `npm test`: the whole suite. Arguments go to Vitest and skip the browser tests.
import { runBrowserTests } from './browser-tests.mjs'
import { buildStorybooks, buildWebApp, installEmulators, installPackages, main, runTool } from './setup.mjs'

await main(async () => {
  await installPackages()
  const only = process.argv.slice(2)
  const isFullRun = only.length === 0
  await Promise.all([installEmulators(), buildWebApp().then(() => isFullRun && buildStorybooks())])
  if (!isFullRun) return runTool('vitest/vitest.mjs', ['run', ...only])
  // Both at once: while one waits, the other works.
  const vitest = runTool('vitest/vitest.mjs', ['run', '--maxWorkers=2'])
  const browserTests = await runBrowserTests([], { printAfter: vitest })
  if ((await vitest) !== 0) console.error('\nVitest failed: see above the browser tests.')
  return (await vitest) || browserTests
})
