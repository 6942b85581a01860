// `npm run test:postgres`: the server's tests on every supported PostgreSQL, and through PgBouncer.
// `npm run test:postgres -- 14 pgbouncer`: on these only.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { buildPackages, buildWebApp, installPackages, main, node, root } from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
  await buildPackages()
  const runner = join(root, 'server/src/testing/every-postgres/run.ts')
  const args = ['--disable-warning=ExperimentalWarning', runner, ...process.argv.slice(2)]
  return new Promise((resolve) => {
    spawn(node, args, { cwd: root, stdio: 'inherit' }).once('exit', (code) => resolve(code ?? 1))
  })
})
