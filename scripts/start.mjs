// `npm start`: from a fresh clone to a running portal.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { keepRunning } from './keep-running.mjs'
import { portalFlags } from './portal-flags.mjs'
import {
  buildPackages,
  buildStorybooks,
  buildWebApp,
  installPackages,
  main,
  node,
  root,
  SetupError,
} from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
  await buildPackages()
  if (isDemo(process.env)) await buildStorybooks().catch(warn)
  const data = process.env.PLINTH_DATA ?? join(root, 'data')
  const env = { PLINTH_LOG_FILE: join(data, 'plinth.log'), PLINTH_DATA: data, ...process.env }
  return keepRunning(() => startServer(env))
})

/** A rough check; the server validates the settings. */
function isDemo({ PLINTH_DEMO, PLINTH_IDENTITY_AUTHORITY }) {
  return !PLINTH_IDENTITY_AUTHORITY && !['false', '0', 'off', 'no'].includes(PLINTH_DEMO)
}

function warn(error) {
  if (!(error instanceof SetupError)) throw error
  console.error(`  ${error.message}`)
}

function startServer(env) {
  return spawn(node, [...portalFlags, join(root, 'server/src/main.ts')], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}
