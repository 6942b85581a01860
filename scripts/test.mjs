// `npm test`: what is not tagged as long. `npm run test:all`: everything, as in CI.
// Other arguments go to Vitest and skip the browser tests.
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
  const [first, ...rest] = process.argv.slice(2)
  const isEverything = first === '--all'
  const only = isEverything || first === undefined ? rest : [first, ...rest]
  const isFullRun = only.length === 0
  const isQuick = isFullRun && !isEverything
  const build = async () => {
    await buildWebApp()
    await buildPackages()
    if (isFullRun) await buildStorybooks()
  }
  await Promise.all([installTestPackages(), build()])
  const vitest = await runTool('vitest/vitest.mjs', ['run', ...(isQuick ? ['--tagsFilter=!long'] : only)])
  // After a failure the browser tests are skipped, so that it is the last thing printed.
  return vitest === 0 && isFullRun ? runBrowserTests(isQuick ? ['--grep-invert=@long'] : []) : vitest
})
