// Runs Playwright against portals of its own, on free ports and with temporary data: one for the tests of pictures, which
// has a camera, and one for all others.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildStorybooks, findBrowser, runTool } from './setup.mjs'

export async function runBrowserTests(args) {
  await buildStorybooks()
  const CHROMIUM_PATH = await findBrowser()
  for (const E2E_CAMERA of ['false', 'true']) {
    const code = await runPlaywright(['--pass-with-no-tests', ...args], { CHROMIUM_PATH, E2E_CAMERA })
    if (code !== 0) return code
  }
  return 0
}

export async function runPlaywright(args, browser) {
  const E2E_DATA = mkdtempSync(join(tmpdir(), 'plinth-e2e-'))
  const E2E_PORT = String(await freePort())
  const env = { ...browser, E2E_DATA, E2E_PORT }
  const code = await runTool('@playwright/test/cli.js', ['test', ...args], env)
  if (code !== 0) printWarnings(join(E2E_DATA, 'plinth.log'))
  rmSync(E2E_DATA, { recursive: true, force: true })
  return code
}

/** What the portal found worth a warning is often why a page did not show what a test expected. */
function printWarnings(log) {
  const warnings = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /"level":[456]0/.test(line))
  console.error(['The portal’s last warnings:', ...warnings.slice(-30)].join('\n'))
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
