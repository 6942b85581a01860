import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { Ref } from '@plinth/contract/compositions.ts'

import { contentTypeOf } from '../server/src/archive/content-types.ts'
import { freePort } from '../server/src/embedded/postgres/free-port.ts'
import { sharedData } from '../server/src/testing/builds.ts'
import { readZip } from '../server/src/testing/zip-reader.ts'
import { writeZip } from '../server/src/testing/zip-writer.ts'
import { port } from './where.ts'

const samples = join(sharedData, 'storybooks')

export const hasSamples = existsSync(samples)

export const sampleZip = (name: string): Buffer => readFileSync(join(samples, `${name}.zip`))

/** What `storybook build` writes into the page for each entry of `refs`. */
export type BakedRefs = Record<string, Pick<Ref, 'title' | 'url'> & Partial<Ref>>

/** Storybook sets the type after asking for the address from Node: whether it answers without cookies. */
const bake = (refs: BakedRefs) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(refs).map(([id, ref]) => [
        id,
        { ...ref, id, type: ref.versions ? 'server-checked' : 'unknown' },
      ]),
    ),
  )

/** The files of a sample build, as if it had been built with these refs. */
function composedFiles(sample: string, refs: BakedRefs): Map<string, Buffer> {
  const files = readZip(sampleZip(sample))
  const page = files.get('index.html')?.toString() ?? ''
  const composed = page.replace(/window\['REFS'\] = \{.*?\};/s, () => `window['REFS'] = ${bake(refs)};`)
  return files.set('index.html', Buffer.from(composed))
}

export const composedZip = (sample: string, refs: BakedRefs): Buffer =>
  writeZip([...composedFiles(sample, refs)].map(([name, content]) => ({ name, content })))

/** A built Storybook on a port of its own. The refs need its origin, so they are given later. */
export async function serveStorybook(sample: string) {
  let files = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname === '/' ? 'index.html' : decodeURIComponent(pathname.slice(1))
    const content = files.get(path)
    if (!content) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': contentTypeOf(path) }).end(content)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    compose: (refs: BakedRefs) => {
      files = composedFiles(sample, refs)
    },
    close: () => server.close().closeAllConnections(),
  }
}

const root = join(import.meta.dirname, '..')

/** Storybook's dev server with the package that the portal serves, in a project below the packages of the web app. */
export async function startDevServer(options: { key: string; storybook: string }) {
  const cache = join(root, 'web/node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'composing-'))
  const files = {
    'package.json': '{"name":"composing","private":true,"type":"module"}',
    '.storybook/main.ts': `import { plinthRefs } from 'plinth-refs'
      export default {
        framework: '@storybook/react-vite',
        stories: ['../*.stories.js'],
        core: { disableTelemetry: true, disableWhatsNewNotifications: true },
        refs: plinthRefs({ key: process.env.PLINTH_API_KEY, storybooks: ['${options.storybook}'] }),
      }`,
    'Own.stories.js': `export default { title: 'Own', component: () => 'Own story' }\nexport const Story = {}`,
  }
  await mkdir(join(folder, '.storybook'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const install = `install --save-dev --allow-remote=root --no-audit --no-fund http://127.0.0.1:${port}/refs.tgz`
  await once(spawn('npm', install.split(' '), { cwd: folder, stdio: 'ignore' }), 'exit')
  const devPort = await freePort()
  const storybook = createRequire(join(root, 'web/package.json')).resolve('storybook/internal/bin/dispatcher')
  const line = `dev --port ${devPort} --exact-port --ci --no-version-updates --loglevel warn`
  const child = spawn(process.execPath, [storybook, ...line.split(' ')], {
    cwd: folder,
    env: { ...process.env, PLINTH_API_KEY: options.key, STORYBOOK_DISABLE_TELEMETRY: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  return {
    // Where Storybook itself opens the page, although the package asks for addresses for localhost.
    origin: `http://127.0.0.1:${devPort}`,
    close: async () => {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
