// `npm test`: the whole suite. Arguments go to Vitest and skip the browser tests.
import { runBrowserTests } from './browser-tests.mjs'
import {
  buildPackages,
  buildStorybooks,
  buildWebApp,
  installPackages,
  installTestPackages,
  main,
  runTool,
} from './setup.mjs'

await main(async () => {
  await installPackages()
  const only = process.argv.slice(2)
  const isFullRun = only.length === 0
  const build = async () => {
    await buildWebApp()
    await buildPackages()
    if (isFullRun) await buildStorybooks()
  }
  await Promise.all([installTestPackages(), build()])
  const vitest = await runTool('vitest/vitest.mjs', ['run', ...only])
  // After a failure the browser tests are skipped, so that it is the last thing printed.
  return vitest === 0 && isFullRun ? runBrowserTests([]) : vitest
})
