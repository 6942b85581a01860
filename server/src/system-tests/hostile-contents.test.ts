// @module-tag long
import { join } from 'node:path'

import type { Call } from '@plinth/contract/client.ts'
import { getComponent, getContents, listComponents } from '@plinth/contract/contents.ts'
import { getHealth } from '@plinth/contract/health.ts'
import { search } from '@plinth/contract/search.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { getVersion, publishVersion } from '@plinth/contract/versions.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { freePort } from '../embedded/postgres/free-port.ts'
import { aForm, aStorybookZip } from '../testing/builds.ts'
import { peakRise } from '../testing/peak-memory.ts'
import { runScript, serverMain, stopProcess, untilReady } from '../testing/portal-process.ts'
import type { Running } from '../testing/portal-process.ts'
import { aMember, callAs, testPortal } from '../testing/test-app.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

/** A portal in a process of its own, because its memory is measured. */
let portal: Running
let origin = ''

beforeAll(async () => {
  const { config, folder } = await testPortal()
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  portal = runScript(serverMain, {
    env: {
      DATABASE_URL: config.databaseUrl ?? '',
      PLINTH_DATABASE_DIRECT_URL: config.database.directUrl ?? '',
      PLINTH_BLOBS: `file:${join(folder, 'blobs')}`,
      PLINTH_DATA: join(folder, 'measured'),
      PLINTH_PUBLIC_URL: config.publicUrl.origin,
      PLINTH_HOST: '127.0.0.1',
      PORT: String(port),
      PLINTH_DEMO: 'false',
      PLINTH_LOG_LEVEL: 'silent',
    },
  })
  await untilReady(portal, port)
})

afterAll(() => stopProcess(portal.child))

const story = (id: string, more: object = {}) => ({
  [id]: { type: 'story', id, title: 'Button', name: 'Primary', importPath: './a.stories.ts', ...more },
})
const indexOf = (entries: object) => JSON.stringify({ v: 5, entries })

const manyEntries = () =>
  `{"v":5,"entries":{${Array.from({ length: 1_000_000 }, (_, i) => `"s-${i}--a":{"type":"story","id":"s-${i}--a","title":"S ${i}","name":"A"}`).join()}}}`

const deep = `${'{"a":['.repeat(200)}${']}'.repeat(200)}`

const proto = indexOf({
  ...JSON.parse('{"__proto__": {"type":"story","id":"__proto__","title":"__proto__","name":"constructor"}}'),
  ...story('constructor--prototype', { tags: ['__proto__', 'hasOwnProperty'], exportName: '__proto__' }),
})

const rightToLeft = '\u202Eאבג/كتاب\u2066'
const odd = indexOf({
  ...story('a--rtl', { title: rightToLeft, name: '\u202Edlrow olleh' }),
  ...story('b--long', { title: `Long/${'x'.repeat(10_000)}`, name: 'y'.repeat(10_000) }),
  ...story('c--control', { title: '\u0000\u0007\uD800', name: '\\\'";:*&|!()<>' }),
})

const page = '<script type="module" src="./assets/iframe-12345678.js"></script>'
const scripts = (text: string) => ({
  'iframe.html': page,
  'index.json': indexOf(story('button--primary')),
  'assets/iframe-12345678.js': `const m={"./a.stories.ts":()=>import("./a-12345678.js")};`,
  'assets/a-12345678.js': text,
})

const hostile: Record<string, () => Record<string, string | Buffer>> = {
  'an index with a million entries': () => ({ 'index.json': manyEntries() }),
  'an index and a manifest nested 200 levels deep': () => ({
    'index.json': indexOf({ ...story('button--primary', JSON.parse(deep) as object) }),
    'manifests/components.json': deep,
  }),
  'names of Object.prototype': () => ({ 'index.json': proto, 'manifests/components.json': proto }),
  'titles from right to left, of 10,000 characters and with control characters': () => ({
    'index.json': odd,
  }),
  'a page of tags that never end': () => ({
    'iframe.html': '<script '.repeat(250_000),
    'index.html': '<link href="'.repeat(150_000),
    'index.json': indexOf(story('button--primary')),
  }),
  'a script of 200 MB': () => scripts(`export const Primary={};//${' '.repeat(200_000_000)}`),
  'a script of nested brackets': () => scripts(`export const Primary=${'['.repeat(1_000_000)}`),
  'a script that is one long expression': () => scripts(`export const Primary=${'1+'.repeat(400_000)}1`),
}

/**
 * In MiB: half the heap that the thread that reads builds may use. What is read within the limits takes up to 60, most of it
 * garbage that is collected when there is time; these builds read whole take 200 and more.
 */
const maxRise = 128

test.each(Object.entries(hostile))('%s costs little memory and holds up nobody', async (_, files) => {
  const { person, account } = await aMember()
  const call = await callAs(person, undefined, origin)
  const params = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params, body: { title: 'Hostile' } })
  const publishAndRead = async (zip: Buffer) => {
    const form = aForm(zip)
    const { versionPublicId } = await call(publishVersion, { params: { ...params, storybook }, form })
    const version = { ...params, storybook, version: versionPublicId }
    const state = async () => (await call(getVersion, { params: version })).contents
    await expect.poll(state, { timeout: 60_000 }).not.toBe('reading')
    const { components } = await call(getContents, { params: version })
    for (const { id } of components) await call(getComponent, { params: { ...version, component: id } })
    await call(listComponents, { params })
    await call(search, { params, query: { q: 'primary button' } })
  }
  const zip = aStorybookZip({ files: files() })
  // Right before measuring, because idle threads are stopped: each takes 30 MiB to start, whatever it reads.
  await publishAndRead(aStorybookZip())

  const { answers, rise } = await healthDuring(call, () =>
    peakRise(portal.child.pid ?? 0, () => publishAndRead(zip)),
  )

  expect(rise ?? 0).toBeLessThan(maxRise)
  expect(answers).toBeGreaterThan(10)
})

/** How many health checks are answered while memory is measured. */
async function healthDuring(call: Call, measure: () => Promise<number | undefined>) {
  let answers = 0
  const done = new AbortController()
  const watch = async () => {
    for (; !done.signal.aborted; answers++) await call(getHealth)
  }
  const watching = watch()
  try {
    const rise = await measure()
    return { rise, answers }
  } finally {
    done.abort()
    await watching
  }
}
