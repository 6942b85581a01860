// `npm run bench -- publish serve`: the named benches, or all of them.
import { buildPackages, buildWebApp, installPackages, main, runProgram } from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
  await buildPackages()
  return runProgram('bench/run.ts', process.argv.slice(2))
})
