// `npm run build`: installs the packages and builds the web app and the CLI, so that the portal starts without these steps.
import { buildCli, buildWebApp, installPackages, main } from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
  await buildCli()
})
