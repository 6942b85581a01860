// `npm run screenshots`: screenshots of the running product in both colour schemes; arguments go to Playwright.
import { runBrowserTests } from './browser-tests.mjs'
import { buildPackages, buildWebApp, installPackages, main } from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
  await buildPackages()
  return runBrowserTests(['--config=screenshots.config.ts', ...process.argv.slice(2)])
})
