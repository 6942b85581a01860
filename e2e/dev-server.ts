import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '../server/src/embedded/postgres/free-port.ts'
import type { BakedRefs } from './composing.ts'
import { port } from './where.ts'

interface Release {
  framework: string
  addons: string[]
  /** What npm installs for it. */
  packages: string[]
  /** Where its project is made: it also finds the packages of the folders above it. */
  parent: string
  program: string
  /** Where it opens the page. The package asks for addresses for localhost. */
  host: string
}

const older = {
  framework: '@storybook/html-vite',
  parent: tmpdir(),
  program: 'storybook/bin/index.cjs',
  host: 'localhost',
}
const essentials = '@storybook/addon-essentials'

const releases: Record<8 | 9 | 10, Release> = {
  8: {
    ...older,
    addons: [essentials],
    packages: ['storybook@8', '@storybook/html-vite@8', `${essentials}@8`, 'vite@6'],
  },
  9: { ...older, addons: [], packages: ['storybook@9', '@storybook/html-vite@9', 'vite@6'] },
  // With the packages of the web app.
  10: {
    framework: '@storybook/react-vite',
    addons: [],
    packages: [],
    parent: join(import.meta.dirname, '../web/node_modules/.cache'),
    program: 'storybook/internal/bin/dispatcher',
    host: '127.0.0.1',
  },
}

interface Composition {
  key: string
  storybook: string
  /** Merged with the refs for the key. */
  refs: BakedRefs
}

/** Storybook's dev server with the package that the portal serves, in a project of its own. */
export async function startDevServer(major: keyof typeof releases, { key, storybook, refs }: Composition) {
  const { framework, addons, packages, parent, program, host } = releases[major]
  await mkdir(parent, { recursive: true })
  const project = await mkdtemp(join(parent, 'composing-'))
  const files = {
    'package.json': '{"name":"composing","private":true,"type":"module"}',
    '.storybook/main.ts': `import { plinthRefs } from 'plinth-refs'
      const withKey = plinthRefs({ key: process.env.PLINTH_API_KEY, storybooks: ['${storybook}'] })
      export default {
        framework: '${framework}',
        addons: ${JSON.stringify(addons)},
        stories: ['../*.stories.js'],
        core: { disableTelemetry: true, disableWhatsNewNotifications: true },
        refs: async (others, options) => ({ ...(await withKey(others, options)), ...${JSON.stringify(refs)} }),
      }`,
    'Own.stories.js': `export default { title: 'Own' }\nexport const Story = { render: () => 'Own story' }`,
  }
  await mkdir(join(project, '.storybook'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(project, name), content)
  const install = 'install --save-dev --allow-remote=root --no-audit --no-fund --loglevel=error'.split(' ')
  const wanted = [...packages, `http://127.0.0.1:${port}/refs.tgz`]
  await once(
    spawn('npm', [...install, ...wanted], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] }),
    'exit',
  )
  const devPort = await freePort()
  const path = createRequire(join(project, 'package.json')).resolve(program)
  const line = `dev --port ${devPort} --exact-port --ci --no-version-updates --loglevel warn`
  const child = spawn(process.execPath, [path, ...line.split(' ')], {
    cwd: project,
    env: { ...process.env, PLINTH_API_KEY: key, STORYBOOK_DISABLE_TELEMETRY: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  return {
    origin: `http://${host}:${devPort}`,
    close: async () => {
      child.kill()
      await ended
      await rm(project, { recursive: true, force: true })
    },
  }
}
