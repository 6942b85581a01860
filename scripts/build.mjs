// `npm run build`: installs the packages and builds the web app, so that the portal starts without either step.
import { buildWebApp, installPackages, main } from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
})
