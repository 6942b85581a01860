// `npm run build`: packages and the web app, so that nothing is left to do when the portal starts.
import { buildWebApp, installPackages, main } from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
})
