// `npm run bench -- publish serve`: the named benches, or all of them.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { buildPackages, buildWebApp, installPackages, main, node, root } from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
  await buildPackages()
  const args = ['--disable-warning=ExperimentalWarning', join(root, 'bench/run.ts'), ...process.argv.slice(2)]
  return new Promise((resolve) => {
    spawn(node, args, { cwd: root, stdio: 'inherit' }).once('exit', (code) => resolve(code ?? 1))
  })
})
