// Builds the portal's own Storybook twice for the demo: an early version with some of the stories, and the whole.
// Runs on the pinned Node, because it imports the CLI's TypeScript.
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { listFiles } from '../cli/src/list-files.ts'
import { zipFolder } from '../cli/src/zip-folder.ts'
import { root, storybook, storybookBuilds } from './setup.mjs'

const parts = { early: 'shell', whole: '**' }
const caches = join(root, 'node_modules/.cache/storybook')

const outcomes = await Promise.allSettled(
  Object.entries(parts).map(async ([name, stories]) => {
    const folder = join(storybookBuilds, name)
    await build(folder, stories)
    await pipeline(zipFolder(await listFiles(folder)), createWriteStream(`${folder}.zip`))
  }),
)
const failures = outcomes.filter(({ status }) => status === 'rejected')
for (const { reason } of failures) console.error(reason.message)
process.exitCode = failures.length === 0 ? 0 : 1

function build(folder, stories) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [storybook(), 'build', '--quiet', '--output-dir', folder], {
      cwd: join(root, 'web'),
      stdio: ['ignore', 'inherit', 'inherit'],
      // A cache for each, because both write the same file there: read meanwhile, it would be a manager without addons.
      env: { ...process.env, STORIES: stories, CI: '1', CACHE_DIR: `${caches}-${basename(folder)}` },
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`Storybook exited with code ${code}`)),
    )
  })
}
