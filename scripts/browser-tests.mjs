// Runs Playwright against its own portal, on a free port and with temporary data.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildStorybooks, findBrowser, runTool } from './setup.mjs'

export async function runBrowserTests(args) {
  await buildStorybooks()
  const CHROMIUM_PATH = await findBrowser()
  const E2E_DATA = mkdtempSync(join(tmpdir(), 'plinth-e2e-'))
  const E2E_PORT = String(await freePort())
  const env = { CHROMIUM_PATH, E2E_DATA, E2E_PORT }
  const code = await runTool('@playwright/test/cli.js', ['test', ...args], env)
  rmSync(E2E_DATA, { recursive: true, force: true })
  return code
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
