// `npm test`: the whole suite, browser tests included. Arguments go to Vitest and skip the browser tests.
import { runBrowserTests } from './browser-tests.mjs'
import { buildStorybooks, buildWebApp, installEmulators, installPackages, main, runTool } from './setup.mjs'

await main(async () => {
  await installPackages()
  const only = process.argv.slice(2)
  const isWhole = only.length === 0
  await Promise.all([installEmulators(), buildWebApp().then(() => isWhole && buildStorybooks())])
  const vitest = await runTool('vitest/vitest.mjs', ['run', ...only])
  // What failed is then the last thing printed, not what stands minutes above it.
  return vitest === 0 && isWhole ? runBrowserTests([]) : vitest
})
