// `npm run -s admin -- <command>`: plinth-admin with the settings and the data folder of `npm start`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { installPackages, main, node, root } from './setup.mjs'

await main(async () => {
  await installPackages()
  const args = ['--disable-warning=ExperimentalWarning', join(root, 'server/src/plinth-admin/main.ts')]
  const env = { PLINTH_DATA: join(root, 'data'), ...process.env }
  return new Promise((resolve) => {
    const child = spawn(node, [...args, ...process.argv.slice(2)], { stdio: 'inherit', env })
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.once('exit', (code) => resolve(code ?? 1))
  })
})
