// `npm run prove -- edges --for 10m --seed 7`: the named proofs, or all of them.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import {
  buildPackages,
  buildWebApp,
  installPackages,
  installTestPackages,
  main,
  node,
  root,
} from './setup.mjs'

await main(async () => {
  await Promise.all([installPackages(), installTestPackages()])
  await buildWebApp()
  await buildPackages()
  const args = [
    '--disable-warning=ExperimentalWarning',
    join(root, 'proofs/run.ts'),
    ...process.argv.slice(2),
  ]
  return new Promise((resolve) => {
    spawn(node, args, { cwd: root, stdio: 'inherit' }).once('exit', (code) => resolve(code ?? 1))
  })
})
