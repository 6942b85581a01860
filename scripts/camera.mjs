// `npm run camera`: takes pictures for a portal on another machine. See docs/operating/camera.md.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { installPackages, main, node, root } from './setup.mjs'

await main(async () => {
  await installPackages()
  const args = ['--disable-warning=ExperimentalWarning', join(root, 'camera/src/main.ts')]
  return new Promise((resolve) => {
    const child = spawn(node, args, { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'))
    child.once('exit', (code) => resolve(code ?? 1))
  })
})
