// @module-tag long
import { createSocket } from 'node:dgram'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { chromium as unconfined } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { defaultLimits, launchBrowser } from './browser/launch-browser.ts'
import type { Browser, BrowserLimits } from './browser/launch-browser.ts'
import { buildOrigin, openPages } from './browser/open-page.ts'
import { openStories } from './stories/open-stories.ts'
import { usualPlan } from './stories/story-plan.ts'
import { attackBuild } from './testing/attack-build.ts'
import { chromiumForTests } from './testing/chromium-for-tests.ts'

const toLaunch = chromiumForTests()

const reached: string[] = []
const tcp = createServer((socket) => {
  reached.push('a connection')
  socket.on('error', () => {})
  socket.once('data', (data) => reached.push(data.toString('latin1').split('\r\n')[0] ?? ''))
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
})
const udp = createSocket('udp4')
udp.on('message', () => reached.push('a datagram'))
let findFile: ReturnType<typeof attackBuild>

beforeAll(async () => {
  await new Promise<void>((resolve) => void tcp.listen(0, resolve))
  await new Promise<void>((resolve) => void udp.bind(0, '127.0.0.1', resolve))
  findFile = attackBuild({ tcp: (tcp.address() as AddressInfo).port, udp: udp.address().port })
})

afterAll(() => {
  tcp.close()
  udp.close()
})

async function launch(limits: Partial<BrowserLimits> = {}) {
  if (!toLaunch) throw new Error('There is no Chromium.')
  return launchBrowser({ ...toLaunch, limits: { ...defaultLimits, ...limits } })
}

/** Longer than a calm story takes on a busy machine. Attacks that last are given this long. */
const storyTimeoutMs = 5000

/** Takes pictures of a hostile story and of a calm one, in one browser; what became of both, and of the browser. */
async function photograph(attack: string, limits: Partial<BrowserLimits> = {}) {
  const refused: string[] = []
  const browser = await launch(limits)
  try {
    const stories = openStories(browser, findFile, (what) => refused.push(what), storyTimeoutMs)
    const take = async (id: string) => {
      const [variant] = usualPlan.variants
      const still = variant && (await stories.takePicture(id, usualPlan, variant))
      return typeof still === 'object' ? 'taken' : still
    }
    const attacked = await take(`attack--${attack}`).catch(() => 'thrown')
    const calm = await take('calm--story').catch(() => 'thrown')
    return { attacked, calm, refused, exceeded: browser.exceeded(), peak: browser.peak() }
  } finally {
    await browser.close()
    await expectNothingLeft(browser)
  }
}

/** No process of the browser, and no file. */
async function expectNothingLeft({ processId }: Browser) {
  const left = () =>
    readdirSync('/proc').filter((id) => {
      if (!/^\d+$/.test(id)) return false
      try {
        const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
        const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return Number(group) === processId && state !== 'Z'
      } catch {
        return false
      }
    })
  await expect.poll(left).toEqual([])
  const profiles = readdirSync(tmpdir()).filter((name) => name.startsWith(`plinth-camera-${process.pid}-`))
  expect(profiles).toEqual([])
}

describe.skipIf(!toLaunch)('a hostile build', () => {
  test('reaches no network, in none of the ways that pages have', async () => {
    reached.length = 0
    const { attacked, calm, refused } = await photograph('network')
    // Whatever was on its way arrives.
    await sleep(500)
    expect(reached).toEqual([])
    expect(refused.length).toBeGreaterThan(5)
    expect([attacked, calm]).toEqual(['taken', 'taken'])
  })

  test('would reach it without confinement, so the test can fail', async () => {
    reached.length = 0
    const browser = await unconfined.launch({
      executablePath: toLaunch?.chromium ?? '',
      args: ['--no-sandbox', '--disable-gpu'],
    })
    try {
      const page = await browser.newPage()
      await page.route('https://build.example/**', async (route) => {
        const file = await findFile(new URL(route.request().url()).pathname)
        await route.fulfill(file ? { body: file.body, contentType: file.type } : { status: 404 })
      })
      await page.goto('https://build.example/iframe.html?id=attack--network')
      await expect.poll(() => reached.length).toBeGreaterThan(3)
    } finally {
      await browser.close()
    }
  })

  test('reads no files of the machine', async () => {
    const browser = await launch()
    try {
      const page = await openPages(browser, findFile, () => {})([])
      await page.navigate('/iframe.html?id=attack--files', 5000)
      await sleep(1500)
      const outcome = await page.evaluate('window.outcome', 5000)
      // The frame of a file stays empty.
      expect(outcome).toEqual({ hasTried: true, framed: '' })
      await expect(page.navigate('/../../etc/passwd', 5000)).resolves.toBeUndefined()
      expect(await page.evaluate('document.body.textContent', 5000)).toBe('')
    } finally {
      await browser.close()
    }
  })

  test.each([
    ['popups', 'taken'],
    ['dialogs', 'taken'],
    ['downloads', 'taken'],
    ['closes', 'taken'],
    ['freezes', 'taken'],
    ['lies', 'taken'],
  ])('that tries %s is photographed, and so is the next story', async (attack, expected) => {
    reached.length = 0
    const { attacked, calm, exceeded } = await photograph(attack)
    expect([attacked, calm, exceeded]).toEqual([expected, 'taken', undefined])
    expect(reached).toEqual([])
  })

  test('that loops endlessly loses its page, and the next story is photographed', async () => {
    const { attacked, calm } = await photograph('loops')
    expect([attacked, calm]).toEqual(['failed', 'taken'])
  })

  test.each(['leaves', 'reloads'])('that %s is given up', async (attack) => {
    const { attacked, calm } = await photograph(attack)
    expect([attacked, calm]).toEqual(['failed', 'taken'])
    expect(reached).toEqual([])
  })

  test.each([
    ['buffers', /^memory$/],
    // Where it takes long to start so many, the time for the story is over first.
    ['workers', /^processes$|^failed$/],
    ['frames', /^memory$/],
    ['answers', /^memory$|^messages$/],
    // Storage of a page is in memory, and has a limit of the browser's own.
    ['disk', /^memory$|^disk$|^failed$/],
  ])('that takes too much with %s is ended with everything it started', async (attack, limit) => {
    const limits = { bytes: 900e6, threads: 200 }
    const { attacked, exceeded, peak } = await photograph(attack, limits)
    expect(attacked).not.toBe('taken')
    expect(exceeded ?? attacked).toMatch(limit)
    // It is looked at often enough.
    expect(peak.bytes).toBeLessThan(3 * limits.bytes)
  })

  test('that fills the heap loses its page, or the browser', async () => {
    const { attacked } = await photograph('heap', { bytes: 900e6 })
    expect(attacked).not.toBe('taken')
  })

  test('is ended when its time is over', async () => {
    const { attacked, exceeded } = await photograph('loops', { milliseconds: 3000 })
    expect([attacked, exceeded]).toEqual(['thrown', 'time'])
  })

  test('runs in a sandbox, in namespaces of its own, as somebody without rights', async () => {
    const browser = await launch()
    try {
      const page = await openPages(browser, findFile, () => {})([])
      await page.navigate('/iframe.html?id=calm--story', 5000)
      const renderers = descendantsOf(browser.processId).filter(({ command }) =>
        command.includes('--type=renderer'),
      )
      expect(renderers.length).toBeGreaterThan(0)
      for (const { id, status } of renderers) {
        expect(status).toMatch(/^Seccomp:\s+2$/m)
        expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
        expect(status).not.toMatch(/^Uid:\s+0\s/m)
        for (const kind of ['net', 'user', 'pid'])
          expect(readlinkSync(`/proc/${id}/ns/${kind}`)).not.toBe(readlinkSync(`/proc/self/ns/${kind}`))
      }
      expect(readlinkSync(`/proc/${browser.processId}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'))
    } finally {
      await browser.close()
    }
  })

  test('has no origin that exists', () => {
    const { protocol, hostname } = new URL(buildOrigin)
    expect([protocol, hostname.endsWith('.invalid')]).toEqual(['https:', true])
  })
})

const parentOf = ({ status }: { status: string }) => Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1])

function descendantsOf(root: number) {
  const processes = readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id))
    .flatMap((id) => {
      try {
        const [status, command] = ['status', 'cmdline'].map((name) =>
          readFileSync(`/proc/${id}/${name}`, 'utf8'),
        )
        return [{ id: Number(id), status: status ?? '', command: command ?? '' }]
      } catch {
        return []
      }
    })
  const found = new Set([root])
  for (let size = 0; size !== found.size;) {
    size = found.size
    for (const one of processes) if (found.has(parentOf(one))) found.add(one.id)
  }
  return processes.filter(({ id }) => found.has(id))
}
