// `npm run camera`: takes pictures for a portal on another machine. See docs/operating/camera.md.
import { installPackages, main, runProgram } from './setup.mjs'

await main(async () => {
  await installPackages()
  return runProgram('camera/src/main.ts')
})
