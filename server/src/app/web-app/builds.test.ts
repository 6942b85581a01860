import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Fastify from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { testPortal } from '../../testing/test-app.ts'
import { pageModules } from './page-preloads.ts'
import { webAppRoutes } from './routes.ts'

type Build = (folder: string) => Promise<void>
interface Target {
  link: string
  folder: string
  inputs: string
}

const script = new URL('../../../../scripts/swap-build.mjs', import.meta.url).href
const { swapIn } = (await import(script)) as { swapIn: (target: Target, build: Build) => Promise<void> }

const root = await mkdtemp(join(tmpdir(), 'plinth-builds-'))
afterAll(() => rm(root, { recursive: true, force: true }))

let link = ''
let folder = ''
let builds: string[] = []

beforeEach(async () => {
  const home = await mkdtemp(join(root, 'web-'))
  link = join(home, 'dist')
  folder = join(home, 'builds')
  builds = []
})

/** A web app whose page names an asset that only this build has. */
const build =
  (name: string): Build =>
  async (into) => {
    builds.push(name)
    await mkdir(join(into, 'assets'), { recursive: true })
    await writeFile(join(into, 'index.html'), `<script src="/assets/${name}.js"></script>`)
    await writeFile(join(into, 'redirect.html'), '')
    await writeFile(join(into, `assets/${name}.js`), name)
  }
const swap = (name: string, work = build(name)) => swapIn({ link, folder, inputs: name }, work)
const page = () => readFileSync(join(link, 'index.html'), 'utf8')

test('a build replaces the previous one atomically, once it is complete', async () => {
  await swap('first')
  const first = realpathSync(link)
  await swap('second', async (into) => {
    await build('second')(into)
    expect(page()).toContain('first')
    expect(realpathSync(link)).toBe(first)
  })
  expect(page()).toContain('second')
  expect(readFileSync(join(first, 'assets/first.js'), 'utf8')).toBe('first')
})

test('the same inputs are not built again, even after another build', async () => {
  for (const name of ['first', 'first', 'second', 'first']) await swap(name)
  expect(builds).toEqual(['first', 'second'])
  expect(page()).toContain('first')
})

test('a failed build leaves the previous one, and is built again the next time', async () => {
  await swap('first')
  const failing = swap('second', async (into) => {
    await build('half')(into)
    throw new Error('out of memory')
  })
  await expect(failing).rejects.toThrow('out of memory')
  expect(page()).toContain('first')
  await swap('second')
  expect(page()).toContain('second')
  expect(existsSync(join(link, 'assets/half.js'))).toBe(false)
})

test('a folder in place of the link is replaced', async () => {
  await build('by hand')(link)
  await swap('first')
  expect(page()).toContain('first')
})

test('replaced builds are deleted after a week', async () => {
  for (const name of ['first', 'second', 'third']) await swap(name)
  const weekAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)
  await utimes(join(folder, 'first'), weekAgo, weekAgo)
  await utimes(join(folder, 'third'), weekAgo, weekAgo)
  await swap('fourth')
  expect((await readdir(folder)).toSorted()).toEqual(['fourth', 'second', 'third'])
})

test('an instance serves the build it started with after another replaces it', async () => {
  const { services } = await testPortal()
  await swap('first')
  const app = Fastify()
  await webAppRoutes(app, services, link)
  await swap('second')
  const shown = (await app.inject('/')).body
  expect(shown).toContain('/assets/first.js')
  expect((await app.inject('/assets/first.js')).body).toBe('first')
  expect((await app.inject('/assets/second.js')).statusCode).toBe(404)
  await app.close()
})

const chunk = (file: string, imports: string[] = [], css: string[] = []) => ({ file, imports, css })

test('a page names the files that the app will load for its address, and no file twice', async () => {
  const manifest = {
    'index.html': chunk('assets/index.js', ['_parts.js'], ['assets/index.css']),
    '_parts.js': chunk('assets/parts.js'),
    '_card.js': chunk('assets/card.js', ['_parts.js'], ['assets/card.css']),
    'src/viewer/ViewerPage.tsx': chunk('assets/viewer.js'),
    'src/storybooks/StorybooksPage.tsx': chunk('assets/page.js', ['_card.js', '_parts.js', 'index.html']),
  }
  await swap('preloading', async (into) => {
    await build('preloading')(into)
    await writeFile(join(into, 'index.html'), '<head></head>')
    await mkdir(join(into, '.vite'))
    await writeFile(join(into, '.vite/manifest.json'), JSON.stringify(manifest))
  })
  const app = Fastify()
  await webAppRoutes(app, (await testPortal()).services, link)
  const linksOf = async (url: string) =>
    [
      ...(await app.inject(url)).body.matchAll(
        /rel="(\w+)"(?: fetchpriority="\w+")? crossorigin href="([^"]+)"/g,
      ),
    ].map(([, rel, href]) => `${rel} ${href}`)
  expect(await linksOf('/account/some/storybooks?q=a')).toEqual([
    'modulepreload /assets/page.js',
    'modulepreload /assets/card.js',
    'stylesheet /assets/card.css',
  ])
  expect(await linksOf('/account/some/trash')).toEqual([])
  const priorityAt = async (url: string) => /fetchpriority="(\w+)"/.exec((await app.inject(url)).body)?.[1]
  expect(await priorityAt('/account/some/storybooks')).toBe('high')
  expect(await priorityAt('/account/some/storybook/one')).toBe('low')
  await app.close()
})

/** What a module of the web app loads on demand. */
function loadedBy(module: string): string[] {
  const file = new URL(`../../../../web/${module}`, import.meta.url)
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/import\(\s*'(\.[^']+)'\s*\)/g)].map(([, path = '']) =>
    new URL(path, `file:///${module}`).pathname.slice(1),
  )
}

test('the pages whose files are named are those that the router and the settings load', () => {
  const loaded = ['src/router.ts', 'src/settings/SettingsPage.tsx', 'src/texts/texts.ts'].flatMap(loadedBy)
  expect(loaded).toContain('src/storybooks/StorybooksPage.tsx')
  const named = pageModules.flatMap(([, each]) => each)
  expect(named.filter((module) => !loaded.includes(module))).toEqual([])
  const unnamed = loadedBy('src/settings/SettingsPage.tsx').filter((module) => !named.includes(module))
  expect(unnamed).toEqual([])
})

/** After those of the page itself. */
const tabModule = (path: string) => pageModules.find(([address]) => address.test(path))?.[1][2]

test('the address of each settings tab names the files of that tab', () => {
  const tabs = readFileSync(new URL('../../../../web/src/settings/tabs.ts', import.meta.url), 'utf8')
  const paths = [...tabs.matchAll(/path: '(\/\w+)'/g)].map(([, path]) => `/account/some/settings${path}`)
  expect(paths).toHaveLength(7)
  expect(new Set(paths.map(tabModule).filter(Boolean)).size).toBe(7)
})
