// `npm run storybook`: the portal's components in Storybook, rebuilt as they are edited.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { installPackages, main, node, root, storybook } from './setup.mjs'

await main(async () => {
  await installPackages()
  const args = [
    storybook(),
    'dev',
    '--port',
    '6006',
    '--no-open',
    '--no-version-updates',
    ...process.argv.slice(2),
  ]
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: join(root, 'web'), stdio: 'inherit' })
    // The terminal sends Ctrl+C to the child too; this process waits for it to exit.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.once('exit', (code) => resolve(code ?? 0))
  })
})
