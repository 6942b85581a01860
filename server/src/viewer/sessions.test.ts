import { publishVersion } from '@plinth/contract/versions.ts'
import { getViewer, refreshViewerSession } from '@plinth/contract/viewer.ts'
import { afterEach, expect, test, vi } from 'vitest'

import { aForm, aStorybookZip } from '../testing/builds.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { aMember, testPortal } from '../testing/test-app.ts'
import { aVersion, getFile, sendTicket, sessionFor, viewerHostOf } from '../testing/viewer-requests.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Moves the clock forward. */
function advance(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

test('a ticket is exchanged for a cookie with the strictest attributes, which gives access to the files', async () => {
  const shown = await aVersion()
  const { viewerBaseUrl, ticketUrl, ticket, expiresAt, sessionSeconds } = await shown.call(
    refreshViewerSession,
    { params: shown.params },
  )
  expect(new URL(viewerBaseUrl).host).toBe(await viewerHostOf(shown.version))
  expect(ticketUrl).toBe(`${viewerBaseUrl}/.plinth/session`)
  expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(60_000)
  expect(sessionSeconds).toBe(3600)
  await expect(shown.call(getViewer, { params: shown.params })).resolves.toEqual({ viewerBaseUrl })

  const answer = await sendTicket(ticket, shown.version)
  const { config } = await testPortal()
  expect(answer.status).toBe(204)
  expect(answer.headers['access-control-allow-origin']).toBe(config.publicUrl.origin)
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^__Host-plinth=[^;]+; Path=\/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=3600$/,
  )
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const page = await getFile('/', shown.version, cookie)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Manager one')
})

test('over http, WebKit, which keeps no Secure cookies there, gets a session that it can keep', async () => {
  const shown = await aVersion()
  const safari =
    'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
  const chrome =
    'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36'
  const cookieIn = async (agent: string) => {
    const { ticket } = await shown.call(refreshViewerSession, { params: shown.params })
    const { headers } = await sendTicket(ticket, shown.version, { 'user-agent': agent })
    return headers['set-cookie']?.[0] ?? ''
  }
  expect(await cookieIn(chrome)).toMatch(/^__Host-plinth=.*; Secure; /)
  const cookie = await cookieIn(safari)
  expect(cookie).toMatch(/^plinth=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/)
  expect((await getFile('/', shown.version, cookie.split(';')[0] ?? '')).status).toBe(200)
  // A build can plant one for its neighbours, but only of its own version.
  const other = await shown.publish('two')
  expect((await getFile('/', other, cookie.split(';')[0] ?? '')).status).toBe(401)
})

test('one call opens the newest version, or that of a branch, commit or release', async () => {
  const shown = await aVersion()
  await shown.publish('two')
  const params = { ...shown.params, version: 'latest' }
  const form = aForm(aStorybookZip(), { Branch: 'fix/a b', Commit: 'abcdef12', Release: '1.0' })
  const { versionPublicId: named } = await shown.call(publishVersion, { params, form })
  const open = (query = {}) => shown.call(refreshViewerSession, { params, query })
  expect((await open()).version).toBe(named)
  for (const query of [{ branch: 'fix/a b' }, { commit: 'abcdef' }, { release: '1.0' }]) {
    const { version, ticket, viewerBaseUrl } = await open(query)
    expect(version).toBe(named)
    expect(new URL(viewerBaseUrl).host).toBe(await viewerHostOf(named))
    expect((await sendTicket(ticket, named)).status).toBe(204)
  }
  await expect(open({ branch: 'gone' })).rejects.toMatchObject({ status: 404 })
  const stranger = await aMember()
  await expect(stranger.call(refreshViewerSession, { params })).rejects.toMatchObject({ status: 404 })
  const elsewhere = { ...params, account: stranger.account.publicId }
  await expect(stranger.call(refreshViewerSession, { params: elsewhere })).rejects.toMatchObject({
    status: 404,
  })
})

test('a ticket works once, within a minute, on its own host and for the portal’s page only', async () => {
  const shown = await aVersion()
  const other = await shown.publish('two')
  const ticketOf = async () => (await shown.call(refreshViewerSession, { params: shown.params })).ticket
  const once = await ticketOf()
  expect((await sendTicket(once, shown.version)).status).toBe(204)
  expect((await sendTicket(once, shown.version)).status).toBe(403)
  expect((await sendTicket(await ticketOf(), other)).status).toBe(403)
  expect((await sendTicket(await ticketOf(), shown.version, { origin: 'https://evil.example' })).status).toBe(
    403,
  )
  expect((await sendTicket(`${await ticketOf()}x`, shown.version)).status).toBe(403)
  expect((await sendTicket('', shown.version)).status).toBe(403)
  const tooLate = await ticketOf()
  advance(61)
  expect((await sendTicket(tooLate, shown.version)).status).toBe(403)
})

test('a session cookie does not work as a ticket, nor a ticket as a session', async () => {
  const shown = await aVersion()
  const cookie = await sessionFor(shown)
  expect((await sendTicket(cookie.replace('__Host-plinth=', ''), shown.version)).status).toBe(403)
  const { ticket } = await shown.call(refreshViewerSession, { params: shown.params })
  expect((await getFile('/', shown.version, `__Host-plinth=${ticket}`)).status).toBe(401)
})

test('a session ends after an hour', async () => {
  const shown = await aVersion()
  const cookie = await sessionFor(shown)
  expect((await getFile('/', shown.version, cookie)).status).toBe(200)
  advance(3601)
  expect((await getFile('/', shown.version, cookie)).status).toBe(401)
})

test('only pages of the portal may request a session across origins', async () => {
  const { version } = await aVersion()
  const { config } = await testPortal()
  const preflight = (origin: string) =>
    viewerHostOf(version).then((host) =>
      sendRequest('/.plinth/session', { host, method: 'OPTIONS', headers: { origin } }),
    )
  const welcome = await preflight(config.publicUrl.origin)
  expect(welcome.status).toBe(204)
  expect(welcome.headers['access-control-allow-credentials']).toBe('true')
  const refused = await preflight('https://evil.example')
  expect(refused.status).toBe(403)
  expect(refused.headers['access-control-allow-origin']).toBeUndefined()
})

test('a new tab is opened with a ticket, and the redirect removes it from the URL', async () => {
  const shown = await aVersion()
  const { ticket } = await shown.call(refreshViewerSession, { params: shown.params })
  const to = encodeURIComponent('/index.html?path=/story/button--primary')
  const host = await viewerHostOf(shown.version)
  const opened = await sendRequest(`/.plinth/open?ticket=${ticket}&to=${to}`, { host })
  expect(opened.status).toBe(303)
  expect(opened.headers.location).toBe('/index.html?path=/story/button--primary')
  expect(opened.headers['set-cookie']?.[0]).toContain('__Host-plinth=')
  const again = await sendRequest(
    `/.plinth/open?ticket=${ticket}&to=${encodeURIComponent('//evil.example/x')}`,
    {
      host,
    },
  )
  expect(again.headers['set-cookie']).toBeUndefined()
  expect(again.headers.location).toBe('/index.html')
})

test.each(['/.//evil.example/x', '/x/..//evil.example/x', '/.\\\\evil.example/x', '/./\\evil.example/x'])(
  'a new tab cannot be redirected to another host by %s',
  async (to) => {
    const { version } = await aVersion()
    const host = await viewerHostOf(version)
    const { headers } = await sendRequest(`/.plinth/open?to=${encodeURIComponent(to)}`, { host })
    expect(new URL(headers.location ?? '', `http://${host}`).host).toBe(host)
  },
)

test('only the portal’s page learns whether the browser has a session for a version', async () => {
  const { config } = await testPortal()
  const shown = await aVersion()
  const cookie = await sessionFor(shown)
  const check = async (headers: Record<string, string>, version = shown.version) => {
    const host = await viewerHostOf(version)
    return sendRequest('/.plinth/session', { host, headers })
  }
  const { origin } = config.publicUrl
  const kept = await check({ origin, cookie })
  expect(kept.status).toBe(204)
  expect(kept.headers['access-control-allow-origin']).toBe(origin)
  expect(kept.headers['set-cookie']).toBeUndefined()
  expect((await check({ origin })).status).toBe(401)
  expect((await check({ origin, cookie: '__Host-plinth=planted' })).status).toBe(401)
  // Not with the session of another version, nor for pages of others.
  expect((await check({ origin, cookie }, (await aVersion()).version)).status).toBe(401)
  expect((await check({ origin: 'https://evil.example', cookie })).status).toBe(403)
  expect((await check({ cookie })).status).toBe(403)
})
