// `npm start`: everything from a fresh clone to a running portal.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { buildWebApp, installPackages, main, node, root } from './setup.mjs'

await main(async () => {
  await installPackages()
  await buildWebApp()
  const data = process.env.PLINTH_DATA ?? join(root, 'data')
  return serve({ PLINTH_LOG_FILE: join(data, 'plinth.log'), PLINTH_DATA: data, ...process.env })
})

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
