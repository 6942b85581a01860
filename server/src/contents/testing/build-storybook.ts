import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'

import { afterTestFile } from '../../testing/clean-up.ts'
import type { Sources } from './small-storybook.ts'

const run = promisify(execFile)

const root = join(import.meta.dirname, '../../../..')

/** Ignored folders of the workspaces that have the packages: a Storybook resolves them from where it is. */
const builders = {
  vite: { workspace: 'web', folder: 'web/.storybook/dist', framework: '@storybook/react-vite' },
  webpack: {
    workspace: 'test-packages',
    folder: 'test-packages/dist',
    framework: '@storybook/react-webpack5',
  },
}

export type Builder = keyof typeof builders

/** Without network, manager and type check: only what the preview needs. */
const configuration = (framework: string) => `
export default {
  framework: '${framework}',
  stories: ['../src/*.stories.tsx'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { check: false, reactDocgen: 'react-docgen' },
  webpackFinal: (config) => ({
    ...config,
    // Not read by anybody here, and slow to make.
    devtool: false,
    // A second build reads what did not change from here.
    cache: { type: 'filesystem', cacheDirectory: new URL('../cache', import.meta.url).pathname },
    module: {
      ...config.module,
      rules: [...config.module.rules, { test: /[.]tsx?$/, exclude: /node_modules/, loader: new URL('./compile.mjs', import.meta.url).pathname }],
    },
  }),
}`

/** webpack brings no compiler; Vite has one. */
const compile = `
import { transformWithOxc } from 'vite'
export default async function compile(source) {
  return (await transformWithOxc(source, this.resourcePath, { jsx: { runtime: 'automatic' } })).code
}`

export type BuiltFiles = Map<string, Buffer>

/** Builds Storybooks one after another in the same folder, so that they differ only in their sources. */
export async function storybookBuilder(builder: Builder): Promise<(sources: Sources) => Promise<BuiltFiles>> {
  const { workspace, folder, framework } = builders[builder]
  await mkdir(join(root, folder), { recursive: true })
  const home = await mkdtemp(join(root, folder, 'small-storybook-'))
  afterTestFile(() => rm(home, { recursive: true, force: true }))
  const cli = createRequire(join(root, workspace, 'package.json')).resolve(
    'storybook/internal/bin/dispatcher',
  )
  return async (sources) => {
    await rm(join(home, 'src'), { recursive: true, force: true })
    const written = {
      ...sources,
      'package.json': '{ "type": "module" }',
      '.storybook/main.mjs': configuration(framework),
      '.storybook/compile.mjs': compile,
    }
    for (const [path, text] of Object.entries(written)) {
      await mkdir(dirname(join(home, path)), { recursive: true })
      await writeFile(join(home, path), text)
    }
    await run(process.execPath, [cli, 'build', '--quiet', '--preview-only', '--output-dir', 'built'], {
      cwd: home,
      env: { ...process.env, NODE_ENV: 'production', CI: '1', STORYBOOK_DISABLE_TELEMETRY: '1' },
    })
    return readFolder(join(home, 'built'))
  }
}

async function readFolder(folder: string): Promise<BuiltFiles> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = paths.map(async (path): Promise<[string, Buffer]> => [
    relative(folder, path).split(sep).join('/'),
    await readFile(path),
  ])
  return new Map(await Promise.all(files))
}
