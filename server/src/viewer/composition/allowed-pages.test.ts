import { allowPage, listAllowedPages, revokeAllowedPage } from '@plinth/contract/compositions.ts'
import { deleteMember } from '@plinth/contract/members.ts'
import { deleteStorybook } from '@plinth/contract/storybooks.ts'
import { updateVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import {
  aComposingAccount,
  anAllowedPage,
  askToSignIn,
  composeUrlOf,
  cookieIn,
  fetchFrom,
  get,
  inFrame,
  page,
  sessionInFrame,
} from '../../testing/composing.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { sandbox } from './replies.ts'

/** A page that a person has allowed, and the address of the version that it shows. */
async function aShownPage() {
  const composing = await aComposingAccount()
  const { cookie } = await anAllowedPage(composing)
  const address = await composeUrlOf(composing.storybook)
  const read = (file: string, headers: Record<string, string> = fetchFrom(page), home = address) =>
    get(`${home}/${file}`, { cookie, ...headers })
  const describe = async () => JSON.parse((await read('metadata.json')).text) as Metadata
  return { ...composing, cookie, address, read, describe, versionUrl: (await describe()).url }
}

interface Metadata {
  url: string
  versions: Record<string, string>
  sourceUrl: string
}

test('a page that nobody has allowed is told where to sign in, and its browser gets a cookie', async () => {
  const { config } = await testPortal()
  const { storybook } = await aComposingAccount()
  const asked = await askToSignIn(storybook)
  expect(asked.status).toBe(200)
  expect(Object.keys(JSON.parse(asked.text) as object)).toEqual(['loginUrl'])
  expect(asked.loginUrl.startsWith(`${config.publicUrl.origin}/compose?request=`)).toBe(true)
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': page,
    'access-control-allow-credentials': 'true',
    vary: 'Accept-Encoding, Origin',
    'cache-control': 'no-store',
  })
  expect(asked.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-plinth-device=[\w-]{32}; Path=\/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=604800$/,
    ),
  ])
  // Answers on their way at the same time keep the browser that there is.
  const again = await Promise.all([1, 2, 3].map(() => askToSignIn(storybook, { cookie: asked.cookie })))
  expect(again.map(({ cookie }) => cookie)).toEqual([asked.cookie, asked.cookie, asked.cookie])
  const planted = await askToSignIn(storybook, { cookie: '__Host-plinth-device=short' })
  expect(planted.cookie).toMatch(/=[\w-]{32}$/)
})

test('nobody learns which storybooks exist', async () => {
  const { storybook } = await aComposingAccount()
  const known = await askToSignIn(storybook)
  const unknown = await askToSignIn('x'.repeat(20))
  const shape = ({ status, headers, text, loginUrl }: typeof known) => ({
    status,
    headers: Object.keys(headers),
    length: text.length,
    path: new URL(loginUrl).pathname,
  })
  expect(shape(unknown)).toEqual(shape(known))
  const stranger = await aMember()
  for (const { request } of [known, unknown]) {
    await expect(stranger.call(allowPage, { body: { request } })).rejects.toMatchObject({
      status: 404,
      problem: { code: 'not_found' },
    })
  }
})

test('before it is allowed, a page gets nothing else, and Node’s check is refused', async () => {
  const { storybook } = await aComposingAccount()
  const address = await composeUrlOf(storybook)
  for (const file of ['stories.json', 'metadata.json', 'project.json']) {
    const answer = await get(`${address}/${file}`, fetchFrom(page))
    expect([answer.status, answer.text, answer.headers['set-cookie']]).toEqual([404, '', undefined])
  }
  for (const headers of [{}, inFrame, { accept: 'application/json' }]) {
    for (const file of ['iframe.html', 'index.json']) {
      const answer = await get(`${address}/${file}`, headers)
      expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
    }
  }
  const odd = ['null', 'file://', 'http://a b', `${page}/`, 'https://a.example, https://b.example']
  for (const origin of [...odd, `https://${'a'.repeat(400)}.example`]) {
    const answer = await get(`${address}/index.json`, fetchFrom(origin))
    expect([origin, answer.status]).toEqual([origin, 401])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
  const { config } = await testPortal()
  const document = await get(address, { 'sec-fetch-dest': 'document' })
  expect(document).toMatchObject({ status: 303, headers: { location: config.publicUrl.origin } })
})

test('neither the portal nor a build can ask to be allowed', async () => {
  const { storybook, version } = await aComposingAccount()
  const { config } = await testPortal()
  const address = await composeUrlOf(storybook)
  const hosts = [version, 'compose', `c${'a'.repeat(48)}`].map((label) =>
    config.viewerUrl.replace('{version}', label),
  )
  for (const origin of [config.publicUrl.origin, ...hosts]) {
    const answer = await get(`${address}/index.json`, fetchFrom(origin))
    expect([origin, answer.status, answer.text]).toEqual([origin, 404, ''])
  }
  // A neighbour of the viewer hosts that is none of them.
  const docs = config.viewerUrl.replace('{version}', 'docs')
  expect((await askToSignIn(storybook, { origin: docs })).status).toBe(200)
})

test('an allowed page reads a storybook, and its frame moves to the version’s own host', async () => {
  const { read, describe, owner, params, version, publish, address, home, storybook } = await aShownPage()
  const { config } = await testPortal()
  await owner.call(updateVersion, { params: { ...params, version }, body: { release: 'v1@x/y' } })
  await publish('two')
  const index = await read('index.json')
  expect(index.status).toBe(200)
  expect(index.text).toContain('button--primary')
  expect(index.headers).toMatchObject({ 'access-control-allow-origin': page, 'cache-control': 'no-store' })
  expect((await read('stories.json')).status).toBe(404)
  const metadata = await describe()
  expect(metadata).toEqual({
    url: expect.stringMatching(/\/\/c[a-z2-7]{48}\./),
    versions: {
      latest: address,
      main: `${address}/branch/main`,
      'v1@x/y': `${address}/release/v1%40x%2Fy`,
    },
    sourceUrl: `${config.publicUrl.origin}/account/${home.account}/storybook/${storybook}`,
  })
  const released = await read('metadata.json', fetchFrom(page), `${address}/release/v1%40x%2Fy`)
  expect((JSON.parse(released.text) as Metadata).url).not.toBe(metadata.url)
  for (const missing of [
    '/release/none',
    '/branch/none',
    '/commit/abc',
    '/branch',
    '/branch/a/b',
    '/branch/%00',
  ])
    expect([missing, (await read('index.json', fetchFrom(page), address + missing)).status]).toEqual([
      missing,
      404,
    ])
  expect((await read('index.json', fetchFrom(page), `${address}/branch/main`)).status).toBe(200)
})

test('the frame gets a session by way of the compose host, and ends where it began', async () => {
  const { versionUrl, cookie } = await aShownPage()
  const { asked, entered, opened, cookie: session } = await sessionInFrame(versionUrl, cookie)
  const { host } = new URL(versionUrl)
  expect([asked.status, entered.status, opened.status]).toEqual([303, 303, 303])
  expect(new URL(entered.headers.location ?? '').host).toBe(host)
  expect(opened.headers.location).toBe('/iframe.html?id=button--primary')
  expect(opened.headers['set-cookie']?.[0]).toMatch(
    /^__Host-plinth-composed=[^;]+; Path=\/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=60\d{4}$/,
  )
  const shown = await get(`${versionUrl}/iframe.html?id=button--primary`, { ...inFrame, cookie: session })
  expect(shown.status).toBe(200)
  expect(shown.headers['content-security-policy']).toBe(`frame-ancestors ${page} 'self'; ${sandbox}`)
  // The ticket worked once.
  const replayed = await get(entered.headers.location ?? '', inFrame)
  expect([replayed.status, replayed.headers['set-cookie']]).toEqual([401, undefined])
})

test('without a session, a version’s address is worth nothing', async () => {
  const composing = await aShownPage()
  const { versionUrl, cookie, publish, describe } = composing
  const { cookie: session } = await sessionInFrame(versionUrl, cookie)
  await publish('two')
  const { url: newer } = await describe()
  const other = await anAllowedPage(composing, 'https://other.example')
  for (const [url, headers] of [
    [versionUrl, {}],
    [versionUrl, fetchFrom(page)],
    [versionUrl, { ...fetchFrom(page), cookie }],
    [newer, { ...fetchFrom(page), cookie: session }],
    [versionUrl, { ...fetchFrom(page), cookie: `${session}x` }],
    [versionUrl, { ...fetchFrom(page), cookie: other.cookie }],
  ] as const) {
    for (const path of ['/index.json', '/assets/app.js']) {
      const { status } = await get(url + path, headers)
      expect(status).toBe(401)
    }
  }
  const elsewhere = await get(`${versionUrl}/index.json`, {
    ...fetchFrom('https://evil.example'),
    cookie: session,
  })
  expect(elsewhere.status).toBe(404)
})

const withTo = (url: URL, to: string) => {
  const changed = new URL(url)
  changed.searchParams.set('to', to)
  return changed.href
}

const refused = async (address: string, headers: Record<string, string>) => {
  const answer = await get(address, headers)
  expect([address, answer.status, answer.headers['set-cookie']]).toEqual([address, 401, undefined])
}

test('a frame can neither enter for another browser nor be sent elsewhere', async () => {
  const { versionUrl, cookie } = await aShownPage()
  const { cookie: stranger } = await askToSignIn('x'.repeat(20))
  const { asked, entered } = await sessionInFrame(versionUrl, cookie)
  const enter = new URL(asked.headers.location ?? '')
  const open = new URL(entered.headers.location ?? '')
  await refused(enter.href, { ...inFrame, cookie: stranger })
  await refused(enter.href, inFrame)
  await refused(enter.href, { cookie })
  for (const to of [
    '//evil.example/iframe.html',
    'https://evil.example/iframe.html',
    '/index.html',
    '/.plinth/open',
    '',
  ]) {
    await refused(withTo(enter, to), { ...inFrame, cookie })
    await refused(withTo(open, to), inFrame)
  }
  const injected = await get(withTo(enter, '/iframe.html?a=\r\nset-cookie: x=y'), { ...inFrame, cookie })
  expect(injected.status).toBe(303)
  expect(injected.headers['set-cookie']).toBeUndefined()
  // A ticket is for its own version and composition.
  const other = await aShownPage()
  await refused(`${other.versionUrl}${open.pathname}${open.search}`, inFrame)
})

test('a page of another origin of the same site cannot use what was allowed', async () => {
  const { read, cookie, address } = await aShownPage()
  const other = await read('index.json', fetchFrom('http://localhost:6007'))
  expect(Object.keys(JSON.parse(other.text) as object)).toEqual(['loginUrl'])
  expect(cookieIn(other)).toBe(cookie)
  for (const origin of ['null', 'http://localhost:6006.evil.example', 'http://localhost'])
    expect((await read('metadata.json', fetchFrom(origin))).status).not.toBe(200)
  // Managers that ignore the address in metadata.json frame this one; who may frame the version is up to its host.
  const framed = await get(`${address}/iframe.html?id=a`, { ...inFrame, cookie })
  expect(framed.headers.location).toMatch(/\/\/c[a-z2-7]{48}\.[^/]+\/iframe\.html\?id=a$/)
})

test('another account’s storybooks stay unknown to an allowed page', async () => {
  const { read } = await aShownPage()
  const theirs = await aComposingAccount()
  const answer = await read('index.json', fetchFrom(page), await composeUrlOf(theirs.storybook))
  expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(['loginUrl'])
})

type ShownPage = Awaited<ReturnType<typeof aShownPage>>

test.each<[string, (shown: ShownPage) => Promise<unknown>]>([
  [
    'the page is revoked',
    async ({ user }) => {
      const [allowed] = await user.call(listAllowedPages)
      await user.call(revokeAllowedPage, { params: { id: allowed?.id ?? 0 } })
    },
  ],
  [
    'the person is removed',
    ({ owner, user, home }) => owner.call(deleteMember, { params: { ...home, oid: user.person.objectId } }),
  ],
  ['the storybook is deleted', ({ owner, params }) => owner.call(deleteStorybook, { params })],
])('everything ends at once when %s', async (_, end) => {
  const shown = await aShownPage()
  const { cookie: session } = await sessionInFrame(shown.versionUrl, shown.cookie)
  const frame = () => get(`${shown.versionUrl}/iframe.html`, { ...inFrame, cookie: session })
  expect((await frame()).status).toBe(200)
  await end(shown)
  expect((await frame()).status).toBe(404)
  expect((await shown.read('index.json')).text).toContain('loginUrl')
})

test('a browser must ask again after days, while others may go on', async () => {
  const { db } = await testPortal()
  const composing = await aShownPage()
  const second = await anAllowedPage(composing)
  expect(await composing.user.call(listAllowedPages)).toHaveLength(1)
  await sql`UPDATE composition_devices SET expires_at = now()
    WHERE device_sha256 = sha256(${composing.cookie.split('=')[1] ?? ''}::bytea)`.execute(db)
  expect((await composing.read('index.json')).text).toContain('loginUrl')
  const other = await composing.read('index.json', { ...fetchFrom(page), cookie: second.cookie })
  expect(other.text).toContain('button--primary')
})

test('the compose host answers reads only, and nothing that it does not know', async () => {
  const { address, cookie } = await aShownPage()
  const { host, pathname } = new URL(address)
  for (const method of ['POST', 'PUT', 'OPTIONS']) {
    const headers = { ...fetchFrom(page), cookie }
    const answer = await sendRequest(`${pathname}/index.json`, { host, method, headers })
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([405, undefined])
  }
  const paths = [
    '/',
    '//',
    '/%',
    '/%ff/index.json',
    '/index.json',
    '/api/v1/config',
    `${pathname}/index.html`,
    `${pathname}/assets/app.js`,
    `${pathname}/branch/%ED%A0%80/index.json`,
    `${pathname}/release/${'a'.repeat(5000)}/index.json`,
    `/${'a'.repeat(5000)}/index.json`,
  ]
  for (const path of paths) {
    const { status } = await sendRequest(path, { host, headers: { ...fetchFrom(page), cookie } })
    expect([path, status]).toEqual([path, 404])
  }
})

test('a build cannot make a composing Storybook open a sign-in of its choice', async () => {
  const lure = 'https://portal.example/compose?request=of-somebody-else'
  for (const index of [
    `{"v":5,"entries":{"a--b":{"id":"a--b","name":"B","title":"A","type":"story"}},"entries":null,"loginUrl":"${lure}"}`,
    `{"v":5,"entries":{"a--b":{"id":"a--b","name":"B","title":"A","type":"story"}},"login\\u0055rl" : "${lure}"}`,
  ]) {
    const composing = await aComposingAccount({ 'index.json': index })
    const { cookie } = await anAllowedPage(composing)
    const forPeople = await composeUrlOf(composing.storybook)
    const { refs } = await composing.compose()
    for (const address of [forPeople, refs['design-system']?.url]) {
      const answer = await get(`${address}/index.json`, { cookie, ...fetchFrom(page) })
      expect({ index, status: answer.status }).toEqual({ index, status: 404 })
    }
  }
})
