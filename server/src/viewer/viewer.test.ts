import { gunzipSync } from 'node:zlib'

import { createStorybook, deleteStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion, publishVersion } from '@plinth/contract/versions.ts'
import { getViewer, refreshViewerSession } from '@plinth/contract/viewer.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { aForm, aStorybookZip } from '../testing/builds.ts'
import { ask } from '../testing/raw-request.ts'
import type { RawAnswer } from '../testing/raw-request.ts'
import { aMember, testPortal } from '../testing/test-app.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** As if so many seconds had passed, for everything that looks at the clock. */
function later(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

type Files = Record<string, string | Buffer>

/** A published version and its member's way to it. */
async function aVersion(files: Files = {}, member?: Awaited<ReturnType<typeof aMember>>) {
  const { call, account, person } = member ?? (await aMember())
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Shown' } })
  const params = { ...home, storybook }
  const publish = async (label: string) => {
    const form = aForm(aStorybookZip({ label, files }))
    return (await call(publishVersion, { params, form })).versionPublicId
  }
  const version = await publish('one')
  return { call, account, person, publish, version, params: { ...params, version } }
}

type Shown = Awaited<ReturnType<typeof aVersion>>

async function hostOf(version: string): Promise<string> {
  const { config } = await testPortal()
  return new URL(config.viewerUrl.replace('{version}', version)).host
}

async function trade(ticket: string, version: string, headers: Record<string, string> = {}) {
  const { config } = await testPortal()
  return ask('/.plinth/session', {
    host: await hostOf(version),
    method: 'POST',
    headers: { origin: config.publicUrl.origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ticket }),
  })
}

async function sessionFor({ call, params, version }: Shown): Promise<string> {
  const { ticket } = await call(refreshViewerSession, { params })
  const { headers } = await trade(ticket, version)
  return headers['set-cookie']?.[0]?.split(';')[0] ?? 'none'
}

/** Asked on a connection that is kept and on one that is not, which take different ways to the same answer. */
async function look(path: string, version: string, cookie: string, headers: Record<string, string> = {}) {
  const host = await hostOf(version)
  const kept = await ask(path, { host, headers: { connection: 'keep-alive', cookie, ...headers } })
  const closed = await ask(path, { host, headers: { cookie, ...headers } })
  expect(withoutTransport(kept)).toEqual(withoutTransport(closed))
  return closed
}

const transport = new Set(['date', 'connection', 'keep-alive'])

function withoutTransport({ headers, ...answer }: RawAnswer) {
  const own = Object.entries(headers).filter(([name]) => !transport.has(name))
  return { ...answer, headers: Object.fromEntries(own), hasDate: headers.date !== undefined }
}

describe('the session', () => {
  test('a ticket is traded for a cookie of the strictest kind, and the files are there', async () => {
    const shown = await aVersion()
    const { viewerBaseUrl, ticketUrl, ticket, expiresAt, sessionSeconds } = await shown.call(
      refreshViewerSession,
      { params: shown.params },
    )
    expect(new URL(viewerBaseUrl).host).toBe(await hostOf(shown.version))
    expect(ticketUrl).toBe(`${viewerBaseUrl}/.plinth/session`)
    expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(60_000)
    expect(sessionSeconds).toBe(3600)
    await expect(shown.call(getViewer, { params: shown.params })).resolves.toEqual({ viewerBaseUrl })

    const answer = await trade(ticket, shown.version)
    const { config } = await testPortal()
    expect(answer.status).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe(config.publicUrl.origin)
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^__Host-plinth=[^;]+; Path=\/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=3600$/,
    )
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const page = await look('/', shown.version, cookie)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Manager one')
  })

  test('a ticket works once, on its own host, for the portal’s page and for a minute', async () => {
    const shown = await aVersion()
    const other = await shown.publish('two')
    const ticketOf = async () => (await shown.call(refreshViewerSession, { params: shown.params })).ticket
    const once = await ticketOf()
    expect((await trade(once, shown.version)).status).toBe(204)
    expect((await trade(once, shown.version)).status).toBe(403)
    expect((await trade(await ticketOf(), other)).status).toBe(403)
    expect((await trade(await ticketOf(), shown.version, { origin: 'https://evil.example' })).status).toBe(
      403,
    )
    expect((await trade(`${await ticketOf()}x`, shown.version)).status).toBe(403)
    expect((await trade('', shown.version)).status).toBe(403)
    const tooLate = await ticketOf()
    later(61)
    expect((await trade(tooLate, shown.version)).status).toBe(403)
  })

  test('a session cookie is no ticket, a ticket no session', async () => {
    const shown = await aVersion()
    const cookie = await sessionFor(shown)
    expect((await trade(cookie.replace('__Host-plinth=', ''), shown.version)).status).toBe(403)
    const { ticket } = await shown.call(refreshViewerSession, { params: shown.params })
    expect((await look('/', shown.version, `__Host-plinth=${ticket}`)).status).toBe(401)
  })

  test('it ends after an hour', async () => {
    const shown = await aVersion()
    const cookie = await sessionFor(shown)
    expect((await look('/', shown.version, cookie)).status).toBe(200)
    later(3601)
    expect((await look('/', shown.version, cookie)).status).toBe(401)
  })

  test('only the portal’s own page may ask for one across origins', async () => {
    const { version } = await aVersion()
    const { config } = await testPortal()
    const preflight = (origin: string) =>
      hostOf(version).then((host) =>
        ask('/.plinth/session', { host, method: 'OPTIONS', headers: { origin } }),
      )
    const welcome = await preflight(config.publicUrl.origin)
    expect(welcome.status).toBe(204)
    expect(welcome.headers['access-control-allow-credentials']).toBe('true')
    const refused = await preflight('https://evil.example')
    expect(refused.status).toBe(403)
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a tab of its own is opened with a ticket that the address loses at once', async () => {
    const shown = await aVersion()
    const { ticket } = await shown.call(refreshViewerSession, { params: shown.params })
    const to = encodeURIComponent('/index.html?path=/story/button--primary')
    const host = await hostOf(shown.version)
    const opened = await ask(`/.plinth/open?ticket=${ticket}&to=${to}`, { host })
    expect(opened.status).toBe(303)
    expect(opened.headers.location).toBe('/index.html?path=/story/button--primary')
    expect(opened.headers['set-cookie']?.[0]).toContain('__Host-plinth=')
    const again = await ask(`/.plinth/open?ticket=${ticket}&to=${encodeURIComponent('//evil.example/x')}`, {
      host,
    })
    expect(again.headers['set-cookie']).toBeUndefined()
    expect(again.headers.location).toBe('/index.html')
  })

  test.each(['/.//evil.example/x', '/x/..//evil.example/x', '/.\\\\evil.example/x', '/./\\evil.example/x'])(
    'a tab of its own cannot be led elsewhere by %s',
    async (to) => {
      const { version } = await aVersion()
      const host = await hostOf(version)
      const { headers } = await ask(`/.plinth/open?to=${encodeURIComponent(to)}`, { host })
      expect(new URL(headers.location ?? '', `http://${host}`).host).toBe(host)
    },
  )
})

describe('who sees files', () => {
  test('nobody without a session', async () => {
    const { version } = await aVersion()
    const answer = await look('/index.html', version, '')
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('Open this from the portal')
    expect(answer.text).not.toContain('Manager')
  })

  test('nobody with the session of another version, of the same storybook or not', async () => {
    const shown = await aVersion()
    const cookie = await sessionFor(shown)
    expect((await look('/index.html', await shown.publish('two'), cookie)).status).toBe(401)
    expect((await look('/index.html', (await aVersion()).version, cookie)).status).toBe(401)
  })

  test('a version that does not exist looks like one that is not mine', async () => {
    const shown = await aVersion()
    const foreign = await look('/', (await aVersion()).version, await sessionFor(shown))
    const missing = await look('/', 'doesnotexist', await sessionFor(shown))
    expect({ ...missing, headers: {} }).toEqual({ ...foreign, headers: {} })
  })

  test('a removed member no longer, within thirty seconds', async () => {
    const { db } = await testPortal()
    const shown = await aVersion()
    const cookie = await sessionFor(shown)
    expect((await look('/assets/app.js', shown.version, cookie)).status).toBe(200)
    await db.deleteFrom('memberships').where('account_id', '=', shown.account.id).execute()
    later(30)
    expect((await look('/assets/app.js', shown.version, cookie)).status).toBe(404)
  })

  test('nobody any more once the version or its storybook is deleted, within thirty seconds', async () => {
    const shown = await aVersion()
    const newer = await shown.publish('two')
    const gone = await sessionFor(shown)
    await shown.call(deleteVersion, { params: shown.params })
    later(30)
    expect((await look('/', shown.version, gone)).status).toBe(404)

    const params = { ...shown.params, version: newer }
    const cookie = await sessionFor({ ...shown, params, version: newer })
    expect((await look('/', newer, cookie)).status).toBe(200)
    await shown.call(deleteStorybook, { params })
    later(30)
    expect((await look('/', newer, cookie)).status).toBe(404)
  })
})

describe('how files are served', () => {
  test('under headers that keep a version to itself', async () => {
    const { config } = await testPortal()
    const shown = await aVersion()
    const cookie = await sessionFor(shown)
    const page = await look('/index.html', shown.version, cookie)
    expect(page.headers).toMatchObject({
      'content-security-policy': `frame-ancestors ${config.publicUrl.origin} 'self'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'cache-control': 'private, no-cache',
    })
    const script = await look('/assets/app.js', shown.version, cookie)
    expect(script.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    for (const { headers } of [page, script]) {
      expect(headers['service-worker-allowed']).toBeUndefined()
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('both encodings give the same content, each with its own tag, and a tag saves the body', async () => {
    const content = 'export const answer = 42\n'.repeat(200)
    const shown = await aVersion({ 'deep/folder/module.js': content })
    const cookie = await sessionFor(shown)
    const plain = await look('/deep/folder/module.js', shown.version, cookie)
    const packed = await look('/deep/folder/module.js', shown.version, cookie, {
      'accept-encoding': 'gzip, br',
    })
    expect(plain.text).toBe(content)
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.bytes).toString()).toBe(content)
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    const tag = { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) }
    const unchanged = await look('/deep/folder/module.js', shown.version, cookie, tag)
    expect(unchanged.status).toBe(304)
    expect(unchanged.bytes).toHaveLength(0)
  })

  test('a Storybook’s two pages carry our script, in both encodings; nothing else is touched', async () => {
    const nested = '<!doctype html><html><head></head></html>'
    const shown = await aVersion({ 'nested/index.html': nested })
    const cookie = await sessionFor(shown)
    const { config } = await testPortal()
    const manager = await look('/index.html', shown.version, cookie)
    expect(manager.text).toContain('<head><script>')
    expect(manager.text).toContain(`var portal = "${config.publicUrl.origin}"`)
    const packed = await look('/', shown.version, cookie, { 'accept-encoding': 'gzip' })
    expect(gunzipSync(packed.bytes).toString()).toBe(manager.text)
    expect((await look('/iframe.html', shown.version, cookie)).text).toContain('navigateUrl')
    expect((await look('/nested/', shown.version, cookie)).text).toBe(nested)
  })

  test.each([
    ['has a head with attributes', '<HEAD lang="en"><title>', '<HEAD lang="en"><script>'],
    ['has a header before its head', '<header></header><head>', '<header></header><head><script>'],
    ['is made of heads that never end', '<head '.repeat(300_000), '<head <head '],
    ['is larger than a page', `<head>${' '.repeat(3_000_000)}`, '<head>   '],
  ])('a page that %s is shown at once', async (_, page, begins) => {
    const shown = await aVersion({ 'index.html': page })
    const manager = await look('/index.html', shown.version, await sessionFor(shown))
    expect(manager.text.startsWith(begins)).toBe(true)
  })

  test('names with spaces, signs and other scripts are found', async () => {
    const files = {
      'static/a b#c.txt': 'one',
      'static/100%.txt': 'two',
      'static/ünï✓.txt': 'three',
      'static/a+b.txt': 'four',
    }
    const shown = await aVersion(files)
    const cookie = await sessionFor(shown)
    for (const [name, content] of Object.entries(files)) {
      const path = `/${name.split('/').map(encodeURIComponent).join('/')}`
      expect((await look(path, shown.version, cookie)).text).toBe(content)
    }
  })

  test.each(['/missing.js', '/assets/', '/%E0%A4%A', '/..%2f..%2fetc/passwd', '/assets/app.js/'])(
    'what is not in the zip is a small 404: %s',
    async (path) => {
      const shown = await aVersion()
      const answer = await look(path, shown.version, await sessionFor(shown))
      expect(answer.status).toBe(404)
      expect(answer.text).toContain('Not found')
    },
  )

  test('the files address works on the version’s own host too, for that version only', async () => {
    const shown = await aVersion()
    const cookie = await sessionFor(shown)
    const { storybook } = shown.params
    const files = '/api/v1/StorybookFiles'
    expect(
      (await look(`${files}/${storybook}/${shown.version}/assets/app.js`, shown.version, cookie)).status,
    ).toBe(200)
    const other = await shown.publish('two')
    expect((await look(`${files}/${storybook}/${other}/assets/app.js`, shown.version, cookie)).status).toBe(
      404,
    )
    expect(
      (await look(`${files}/elsewhere/${shown.version}/assets/app.js`, shown.version, cookie)).status,
    ).toBe(404)
  })

  test.each(['/api/v1/config', '/api/v1/accounts', '/health', '/idp/auth', '/redirect.html', '/api/docs'])(
    'no call of the portal exists on a viewer host: %s',
    async (path) => {
      const shown = await aVersion()
      expect((await look(path, shown.version, await sessionFor(shown))).status).toBe(404)
      expect((await look(path, shown.version, '')).status).toBe(401)
    },
  )

  test('files can only be read', async () => {
    const shown = await aVersion()
    const cookie = await sessionFor(shown)
    const host = await hostOf(shown.version)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await ask('/index.html', { host, method, headers: { cookie } })).status).toBe(405)
    }
    const head = await ask('/assets/app.js', { host, method: 'HEAD', headers: { cookie } })
    expect(head.status).toBe(200)
    expect(head.bytes).toHaveLength(0)
    expect(Number(head.headers['content-length'])).toBeGreaterThan(0)
  })

  test('the portal sends its cookies and calls nowhere: its files call takes no cookie', async () => {
    const shown = await aVersion()
    const cookie = await sessionFor(shown)
    const { config } = await testPortal()
    const path = `/api/v1/StorybookFiles/${shown.params.storybook}/${shown.version}/index.html`
    expect((await ask(path, { host: config.publicUrl.host, headers: { cookie } })).status).toBe(401)
  })
})
