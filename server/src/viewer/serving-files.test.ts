import { gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { sendRequest } from '../testing/raw-request.ts'
import { testPortal } from '../testing/test-app.ts'
import { aVersion, getFile, sessionFor, viewerHostOf } from '../testing/viewer-requests.ts'

test('files are served with headers that isolate the version', async () => {
  const { config } = await testPortal()
  const shown = await aVersion()
  const cookie = await sessionFor(shown)
  const page = await getFile('/index.html', shown.version, cookie)
  expect(page.headers).toMatchObject({
    'content-security-policy': `frame-ancestors ${config.publicUrl.origin} 'self'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'cache-control': 'private, no-cache',
  })
  const script = await getFile('/assets/app.js', shown.version, cookie)
  expect(script.headers['cache-control']).toBe('private, max-age=31536000, immutable')
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  for (const { headers } of [page, script]) {
    expect(headers['service-worker-allowed']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('both encodings give the same content, each with its own ETag, and a matching ETag saves the body', async () => {
  const content = 'export const answer = 42\n'.repeat(200)
  const shown = await aVersion({ 'deep/folder/module.js': content })
  const cookie = await sessionFor(shown)
  const plain = await getFile('/deep/folder/module.js', shown.version, cookie)
  const packed = await getFile('/deep/folder/module.js', shown.version, cookie, {
    'accept-encoding': 'gzip, br',
  })
  expect(plain.text).toBe(content)
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.bytes).toString()).toBe(content)
  expect(packed.headers.etag).not.toBe(plain.headers.etag)
  const tag = { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) }
  const unchanged = await getFile('/deep/folder/module.js', shown.version, cookie, tag)
  expect(unchanged.status).toBe(304)
  expect(unchanged.bytes).toHaveLength(0)
})

test('a Storybook’s two pages contain our script, in both encodings; other pages are unchanged', async () => {
  const nested = '<!doctype html><html><head></head></html>'
  const shown = await aVersion({ 'nested/index.html': nested })
  const cookie = await sessionFor(shown)
  const { config } = await testPortal()
  const manager = await getFile('/index.html', shown.version, cookie)
  expect(manager.text).toContain('<head><script>')
  expect(manager.text).toContain(`var portal = "${config.publicUrl.origin}"`)
  const packed = await getFile('/', shown.version, cookie, { 'accept-encoding': 'gzip' })
  expect(gunzipSync(packed.bytes).toString()).toBe(manager.text)
  expect((await getFile('/iframe.html', shown.version, cookie)).text).toContain('navigateUrl')
  expect((await getFile('/nested/', shown.version, cookie)).text).toBe(nested)
})

test.each([
  ['has attributes on its head tag', '<HEAD lang="en"><title>', '<HEAD lang="en"><script>'],
  ['has a header tag before its head', '<header></header><head>', '<header></header><head><script>'],
  ['is full of unclosed head tags', '<head '.repeat(300_000), '<script>'],
  ['is too large for a script', `<head>${' '.repeat(3_000_000)}`, '<head>   '],
])('a page that %s is served quickly', async (_, page, begins) => {
  const shown = await aVersion({ 'index.html': page })
  const manager = await getFile('/index.html', shown.version, await sessionFor(shown))
  expect(manager.text.startsWith(begins)).toBe(true)
})

test('file names with spaces, special characters and non-Latin letters are found', async () => {
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
    expect((await getFile(path, shown.version, cookie)).text).toBe(content)
  }
})

test.each(['/missing.js', '/assets/', '/%E0%A4%A', '/..%2f..%2fetc/passwd', '/assets/app.js/'])(
  'a path that is not in the zip is not found: %s',
  async (path) => {
    const shown = await aVersion()
    const answer = await getFile(path, shown.version, await sessionFor(shown))
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('Not found')
  },
)

test('the StorybookFiles path works on the version’s own host too, for that version only', async () => {
  const shown = await aVersion()
  const cookie = await sessionFor(shown)
  const { storybook } = shown.params
  const files = '/api/v1/StorybookFiles'
  expect(
    (await getFile(`${files}/${storybook}/${shown.version}/assets/app.js`, shown.version, cookie)).status,
  ).toBe(200)
  const other = await shown.publish('two')
  expect((await getFile(`${files}/${storybook}/${other}/assets/app.js`, shown.version, cookie)).status).toBe(
    404,
  )
  expect(
    (await getFile(`${files}/elsewhere/${shown.version}/assets/app.js`, shown.version, cookie)).status,
  ).toBe(404)
})

test.each(['/api/v1/config', '/api/v1/accounts', '/health', '/idp/auth', '/redirect.html', '/api/docs'])(
  'viewer hosts have no portal calls: %s',
  async (path) => {
    const shown = await aVersion()
    expect((await getFile(path, shown.version, await sessionFor(shown))).status).toBe(404)
    expect((await getFile(path, shown.version, '')).status).toBe(401)
  },
)

test('files are read-only', async () => {
  const shown = await aVersion()
  const cookie = await sessionFor(shown)
  const host = await viewerHostOf(shown.version)
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect((await sendRequest('/index.html', { host, method, headers: { cookie } })).status).toBe(405)
  }
  const head = await sendRequest('/assets/app.js', { host, method: 'HEAD', headers: { cookie } })
  expect(head.status).toBe(200)
  expect(head.bytes).toHaveLength(0)
  expect(Number(head.headers['content-length'])).toBeGreaterThan(0)
})

test('the portal’s own files call accepts no session cookie', async () => {
  const shown = await aVersion()
  const cookie = await sessionFor(shown)
  const { config } = await testPortal()
  const path = `/api/v1/StorybookFiles/${shown.params.storybook}/${shown.version}/index.html`
  expect((await sendRequest(path, { host: config.publicUrl.host, headers: { cookie } })).status).toBe(401)
})
