// `npm run screenshots`: screenshots of the running product in both colour schemes; arguments go to Playwright.
import { runPlaywright } from './browser-tests.mjs'
import { buildPackages, buildStorybooks, buildWebApp, findBrowser, installPackages, main } from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
  await buildPackages()
  await buildStorybooks()
  const args = ['--config=screenshots.config.ts', ...process.argv.slice(2)]
  return runPlaywright(args, { CHROMIUM_PATH: await findBrowser(), E2E_CAMERA: 'true' })
})
