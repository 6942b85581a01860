// `npm run build`: installs the packages and builds the web app and the packages it serves, so that the portal starts without these steps.
import { buildPackages, buildWebApp, installPackages, main } from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
  await buildPackages()
})
