// `npm test`: what is not tagged as long. `npm run test:all`: everything, as in CI.
// Other arguments go to Vitest and skip the browser tests.
import { runBrowserTests } from './browser-tests.mjs'
import {
  buildPackages,
  buildStorybooks,
  buildWebApp,
  findBrowser,
  installOtherBrowsers,
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
  const needsOtherBrowsers = isFullRun && isEverything
  await Promise.all([installTestPackages(), build(), needsOtherBrowsers && installOtherBrowsers()])
  // Some of what Vitest runs takes pictures.
  const env = isFullRun ? { CHROMIUM_PATH: await findBrowser() } : {}
  const args = ['run', ...(isQuick ? ['--tagsFilter=!long'] : only)]
  const vitest = await runTool('vitest/vitest.mjs', args, env)
  // After a failure the browser tests are skipped, so that it is the last thing printed.
  return vitest === 0 && isFullRun ? runBrowserTests(isQuick ? ['--grep-invert=@long'] : []) : vitest
})
