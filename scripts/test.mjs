// `npm test`: the whole suite, browser tests included. Arguments go to Vitest and skip the browser tests.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildWebApp, findBrowser, installEmulators, installPackages, main, node, root } from './setup.mjs'

await main(async () => {
  await installPackages()
  await installEmulators()
  await buildWebApp()
  const only = process.argv.slice(2)
  const vitest = await run('vitest/vitest.mjs', ['run', ...only])
  if (only.length > 0) return vitest
  const CHROMIUM_PATH = await findBrowser()
  const E2E_DATA = mkdtempSync(join(tmpdir(), 'plinth-e2e-'))
  const playwright = await run('@playwright/test/cli.js', ['test'], {
    CHROMIUM_PATH,
    E2E_DATA,
    E2E_PORT: String(await freePort()),
  })
  rmSync(E2E_DATA, { recursive: true, force: true })
  return vitest || playwright
})

function run(script, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(node, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
