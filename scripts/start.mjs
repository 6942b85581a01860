// `npm start`: everything from a fresh clone to a running portal.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { buildStorybooks, buildWebApp, installPackages, main, node, root, SetupError } from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
  if (isDemo(process.env)) await buildStorybooks().catch(sayAndGoOn)
  const data = process.env.PLINTH_DATA ?? join(root, 'data')
  return serve({ PLINTH_LOG_FILE: join(data, 'plinth.log'), PLINTH_DATA: data, ...process.env })
})

/** What the settings say; the server reads them again, and properly. */
function isDemo({ PLINTH_DEMO, PLINTH_IDENTITY_AUTHORITY }) {
  return !PLINTH_IDENTITY_AUTHORITY && !['false', '0', 'off', 'no'].includes(PLINTH_DEMO)
}

function sayAndGoOn(error) {
  if (!(error instanceof SetupError)) throw error
  console.error(`  ${error.message}`)
}

/** The server ends with this process, however this one ends: it notices when the channel closes. */
function serve(env) {
  return new Promise((resolve) => {
    const server = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'server/src/main.ts')], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    // Ctrl+C reaches the server by itself; here it only must not end the wait for it.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => server.kill('SIGTERM'))
    const parent = process.ppid
    const watch = setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 1000)
    server.once('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? (signal ? 1 : 0))
    })
  })
}
