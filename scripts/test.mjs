// `npm test`: the whole suite, browser tests included. Arguments go to Vitest and skip the browser tests.
import { runBrowserTests } from './browser-tests.mjs'
import { buildWebApp, installEmulators, installPackages, main, runTool } from './setup.mjs'

await main(async () => {
  await installPackages()
  await installEmulators()
  await buildWebApp()
  const only = process.argv.slice(2)
  const vitest = await runTool('vitest/vitest.mjs', ['run', ...only])
  // What failed is then the last thing printed, not what stands minutes above it.
  if (vitest !== 0 || only.length > 0) return vitest
  return runBrowserTests([])
})
