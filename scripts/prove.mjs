// `npm run prove -- edges --for 10m --seed 7`: the named proofs, or all of them.
import {
  buildPackages,
  buildWebApp,
  installPackages,
  installTestPackages,
  main,
  runProgram,
} from './setup.mjs'

await main(async () => {
  await Promise.all([installPackages(), installTestPackages()])
  await buildWebApp()
  await buildPackages()
  return runProgram('proofs/run.ts', process.argv.slice(2))
})
