import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'

import tests from '../playwright.config.ts'
import { hasSharedData, sharedData } from '../server/src/testing/builds.ts'
import { startNginx } from './nginx.ts'
import type { StaticFile } from './nginx.ts'
import { startPortal } from './portal.ts'
import type { Portal } from './portal.ts'
import { program, run, Unavailable } from './programs.ts'
import { openSlowLine, slowAddress } from './slow-line.ts'
import { against, printTable, row } from './table.ts'
import type { Row } from './table.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9)

/** The builds, and a story of each. `BENCH_STORYBOOKS` names others than the first. */
const stories: Record<string, string> = {
  'sb9-react-vite': 'actions-button--primary',
  'sb8-vue3-vite': 'vue-valert--info',
  'sb10-react-vite-msw': 'actions-button--primary',
}
const requested = process.env['BENCH_STORYBOOKS']?.split(',') ?? ['sb9-react-vite']

/** Where a story is opened. */
interface Place {
  url: string
  /** What a browser that has been there before keeps: a sign-in, a session. */
  prepare(context: BrowserContext): Promise<void>
}

type Name = 'nginx' | 'portal' | 'viewer host'
type Places = Record<Name, Place>
type Times = Record<string, Record<Name, number[]>>

/** How long a person waits for a story, against nginx with precompressed files, in a real browser. */
export async function benchStory(folder: string): Promise<void> {
  program('nginx', 'nginx-light')
  if (!hasSharedData) throw new Unavailable('This needs the real builds, which are not available.')
  for (const name of requested) await benchBuild(join(folder, name), name)
}

async function benchBuild(folder: string, name: string): Promise<void> {
  const zip = join(sharedData, 'storybooks', `${name}.zip`)
  const unpacked = join(folder, 'unpacked')
  await mkdir(folder)
  await run('unzip', ['-q', zip, '-d', unpacked])
  // First: without a browser nothing else is to be started.
  const fast = await launch()
  const slow = await launch(`--host-resolver-rules=MAP *.localhost ${slowAddress}`)
  const nginx = await startNginx(folder, await filesIn(unpacked), { expires: 'off' })
  const portal = await startPortal(folder)
  const lines = await Promise.all([nginx, portal].map(({ port }) => openSlowLine(port)))
  try {
    const places = await openPlaces(portal, nginx.port, zip, stories[name] ?? '', fast)
    printTable(`${name}: a story, on loopback`, rowsOf(await measureLoopback(fast, places), goals))
    printTable(
      `${name}: a story, over 1.6 Mbit/s with 150 ms`,
      rowsOf(await measureSlowLine(slow, places), goals),
    )
  } finally {
    await Promise.all([fast.close(), slow.close()])
    for (const line of lines) line.close()
    await nginx.close()
    await portal.close()
  }
}

const goals: Record<string, { atMost: number }> = {
  cold: { atMost: 1 },
  'new tab, all cached': { atMost: 1 },
  'reloaded in the same tab': { atMost: 1.5 },
  'slow line, cold': { atMost: 0.85 },
}

async function measureLoopback(browser: Browser, places: Places): Promise<Times> {
  const times: Times = {}
  for (let round = 0; round < rounds; round++) {
    for (const name of ['nginx', 'portal', 'viewer host'] as const) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      await places[name].prepare(context)
      const visit = async (what: string | undefined, page: Page, again = false) => {
        const waited = await timeToStory(page, () =>
          again ? page.reload({ waitUntil: 'commit' }) : page.goto(places[name].url, { waitUntil: 'commit' }),
        )
        if (what) ((times[what] ??= emptyTimes())[name] ??= []).push(waited)
      }
      const inNewTab = async (what?: string, reloaded?: string) => {
        const page = await context.newPage()
        await visit(what, page)
        if (reloaded) await visit(reloaded, page, true)
        await page.close()
      }
      await inNewTab('cold')
      // Chromium keeps compiled scripts from the second visit on.
      await inNewTab()
      await inNewTab('new tab, all cached', 'reloaded in the same tab')
      await context.close()
    }
  }
  return times
}

async function measureSlowLine(browser: Browser, places: Places): Promise<Times> {
  const times = emptyTimes()
  for (let round = 0; round < rounds; round++) {
    for (const name of ['nginx', 'portal'] as const) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      await places[name].prepare(context)
      const page = await context.newPage()
      times[name].push(
        await timeToStory(page, () => page.goto(places[name].url, { waitUntil: 'commit', timeout: 60_000 })),
      )
      await context.close()
    }
  }
  return { 'slow line, cold': times }
}

const emptyTimes = (): Record<Name, number[]> => ({ nginx: [], portal: [], 'viewer host': [] })

const milliseconds = (value: number) => `${Math.round(value)} ms`

function rowsOf(times: Times, bars: typeof goals): Row[] {
  return Object.entries(times).flatMap(([what, values]) => {
    const rowFor = (name: Name) => row({ name: `${what}: ${name}`, values: values[name] }, milliseconds)
    const others = (['portal', 'viewer host'] as const).filter((name) => values[name].length > 0)
    const compared = others.map((name) =>
      against(rowFor(name), values[name], values.nginx, name === 'portal' ? bars[what] : undefined),
    )
    return [rowFor('nginx')].concat(compared)
  })
}

const mark = 'plinth-bench-story '

/** From the start of the navigation until the story is on the screen. */
async function timeToStory(page: Page, navigate: () => Promise<unknown>): Promise<number> {
  const shown = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(mark),
    timeout: 60_000,
  })
  await navigate()
  const shownAt = Number((await shown).text().slice(mark.length))
  const startedAt: number = await page.evaluate('performance.timeOrigin')
  return shownAt - startedAt
}

/**
 * Runs in every frame before its own scripts: the manager's says when a story is laid out within the window. It would not run
 * in the preview, whose window is that of the empty page before it.
 */
const observe = `{
  const known = new WeakSet()
  const observeStory = ({ document, IntersectionObserver, MutationObserver }) => {
    known.add(document)
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting && entry.boundingClientRect.height > 0)) return
      seen.disconnect()
      console.debug(${JSON.stringify(mark)} + (performance.timeOrigin + performance.now()))
    })
    const changed = new MutationObserver(() => {
      const story = document.querySelector('#storybook-root > *')
      if (!story) return
      changed.disconnect()
      seen.observe(story)
    })
    changed.observe(document, { childList: true, subtree: true })
  }
  if (location.protocol === 'http:') setInterval(() => {
    for (const { contentDocument, contentWindow } of document.querySelectorAll('iframe'))
      if (contentDocument?.URL.includes('/iframe.html') && !known.has(contentDocument)) observeStory(contentWindow)
  }, 10)
}`

async function openPlaces(
  portal: Portal,
  nginxPort: number,
  zip: string,
  story: string,
  browser: Browser,
): Promise<Places> {
  const { version } = await portal.publish(zip)
  const search = `?path=/story/${story}`
  const origin = `http://plinth.localhost:${portal.port}`
  const signIn = await signInOf(browser, origin)
  const { host, cookie } = await portal.openViewer(version)
  const [cookieName = '', value = ''] = cookie.split('=')
  return {
    nginx: {
      url: `http://build.nginx.localhost:${nginxPort}/${search}`,
      async prepare(context) {
        await context.addInitScript(observe)
      },
    },
    portal: {
      url: `${origin}/account/${portal.account}/storybook/${portal.storybook}${search}`,
      async prepare(context) {
        await context.addInitScript(observe)
        await context.addInitScript(`if (location.origin === ${JSON.stringify(origin)})
          Object.assign(sessionStorage, ${JSON.stringify(signIn)})`)
      },
    },
    'viewer host': {
      url: `http://${host}/${search}`,
      async prepare(context) {
        await context.addInitScript(observe)
        await context.addCookies([{ name: cookieName, value, url: `https://${host}/`, secure: true }])
      },
    },
  }
}

/** What a signed-in tab keeps. */
async function signInOf(browser: Browser, origin: string): Promise<Record<string, string>> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(origin)
  await page.getByRole('button', { name: 'owner@contoso.example' }).click()
  await page.getByRole('button', { name: /^User menu of/ }).waitFor()
  const kept: Record<string, string> = await page.evaluate('({ ...sessionStorage })')
  await context.close()
  return kept
}

async function launch(...args: string[]): Promise<Browser> {
  const { launchOptions = {} } = tests.use ?? {}
  return chromium
    .launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
    .catch((cause: unknown) => {
      throw new Unavailable('Stories need Chromium: install it, or set CHROMIUM_PATH.', { cause })
    })
}

/** As a careful administrator would serve them: each as it is, and compressed where that helps. */
async function filesIn(folder: string): Promise<StaticFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    found
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        const [body, { mtime: modifiedAt }] = await Promise.all([readFile(path), stat(path)])
        const file = { path: path.slice(folder.length), modifiedAt }
        const plain = { ...file, body, isGzip: false }
        if (!/\.(html|m?js|css|json|svg|map)$/.test(name)) return [plain]
        return [plain, { ...file, body: gzipSync(body, { level: 9 }), isGzip: true }]
      }),
  )
  return files.flat()
}
