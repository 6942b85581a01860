import { deleteApiKey } from '@plinth/contract/api-keys.ts'
import { revokeComposition } from '@plinth/contract/compositions.ts'
import { deleteMember } from '@plinth/contract/members.ts'
import { deleteStorybook, updateStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion, updateVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { aComposingAccount, fetchFrom, get, inFrame, page } from '../../testing/composing.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { anotherInstance, testPortal } from '../../testing/test-app.ts'
import { viewerHostOf } from '../../testing/viewer-requests.ts'
import { sandbox } from './replies.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Where Storybook 10.6 opens the same page. */
const pageByNumber = page.replace('localhost', '127.0.0.1')

/** Moves the clock of this process forward. */
function advance(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

const labelOf = (address: string) => new URL(address).host.split('.')[0] ?? ''

async function aComposition() {
  const composing = await aComposingAccount()
  const { id, refs } = await composing.compose()
  const ref = refs['design-system']
  if (!ref) throw new Error('no ref')
  return { ...composing, id, ref, url: ref.url }
}

test('the composing page reads the version and frames it, and so does Node at the start', async () => {
  const { url, ref, storybook, home } = await aComposition()
  const { config } = await testPortal()
  const index = await get(`${url}/index.json`, fetchFrom(page))
  expect(index.status).toBe(200)
  expect(index.headers).toMatchObject({
    'access-control-allow-origin': page,
    'access-control-allow-credentials': 'true',
    vary: 'Accept-Encoding, Origin',
    'content-security-policy': `frame-ancestors ${page} ${pageByNumber} 'self'; ${sandbox}`,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
  })
  const byNumber = await get(`${url}/index.json`, fetchFrom(pageByNumber))
  expect(byNumber.headers['access-control-allow-origin']).toBe(pageByNumber)
  const frame = await get(`${url}/iframe.html?id=button--primary`, inFrame)
  expect(frame.status).toBe(200)
  expect(frame.text).toContain('Preview one')
  expect(frame.text).toContain('localStorage')
  expect(frame.headers['set-cookie']).toBeUndefined()
  const sameOrigin = {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'script',
  }
  expect((await get(`${url}/assets/app.js`, sameOrigin)).headers['cache-control']).toContain('immutable')
  expect((await get(`${url}/iframe.html`)).status).toBe(200)
  expect((await get(`${url}/missing.js`, sameOrigin)).status).toBe(404)
  const sourceUrl = `${config.publicUrl.origin}/account/${home.account}/storybook/${storybook}`
  expect(ref.sourceUrl).toBe(sourceUrl)
  const metadata = await get(`${url}/metadata.json`, fetchFrom(page))
  expect(JSON.parse(metadata.text)).toEqual({ versions: ref.versions, sourceUrl })
})

test('the address is in no log', async () => {
  const { url } = await aComposition()
  const { logLines } = await testPortal()
  await get(`${url}/index.json`, fetchFrom(page))
  expect(logLines.join('')).toContain('"host":"composition"')
  expect(logLines.join('')).not.toContain(labelOf(url))
})

test('a person who opens the address is sent to the portal', async () => {
  const { url, ref } = await aComposition()
  const document = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const answer = await get(`${url}/iframe.html`, document)
  expect(answer).toMatchObject({ status: 303, text: '', headers: { location: ref.sourceUrl } })
})

test('every other page gets nothing, whatever it looks like', async () => {
  const { url, version } = await aComposition()
  const { config } = await testPortal()
  const neighbour = `http://${await viewerHostOf(version)}`
  const origins = [
    'https://evil.example',
    'null',
    'http://localhost:6007',
    'http://127.0.0.1:6007',
    'http://[::1]:6006',
    'https://localhost:6006',
    'http://localhost:6006.evil.example',
    'http://localhost:60060',
    'http://LOCALHOST:6006',
    `${page}/`,
    config.publicUrl.origin,
    neighbour,
  ]
  const requests = [
    ...origins.flatMap((origin) => [{ origin }, fetchFrom(origin)]),
    // No frame, no CORS: scripts, images and the like, also of the page itself.
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  ]
  for (const headers of requests) {
    const answer = await get(`${url}/index.json`, headers)
    expect({ headers, status: answer.status }).toEqual({ headers, status: 404 })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.text).not.toContain('button--primary')
  }
})

test('addresses cannot be made up or changed', async () => {
  const { url, version } = await aComposition()
  const other = await aComposition()
  const { services, db } = await testPortal()
  const label = labelOf(url)
  expect(label).toMatch(/^c[a-z2-7]{48}$/)
  const changed = label
    .split('')
    .map((character, at) =>
      at === 0
        ? 'd' + label.slice(1)
        : label.slice(0, at) + (character === 'a' ? 'b' : 'a') + label.slice(at + 1),
    )
  // The ids of one composition with the signature of another.
  const mixed = label.slice(0, 20) + labelOf(other.url).slice(20)
  // A version of another account, in a label that we did sign.
  const { id } = await db
    .selectFrom('versions')
    .select('id')
    .where('public_id', '=', version)
    .executeTakeFirstOrThrow()
  const foreign = services.viewer.labels.labelOf({ compositionId: other.id, versionId: id })
  for (const forged of [...changed, mixed, foreign, `c${'a'.repeat(48)}`]) {
    const answer = await get(url.replace(label, forged) + '/index.json', fetchFrom(page))
    expect([forged, answer.status === 200]).toEqual([forged, false])
  }
})

test('the hosts only answer reads, and have neither sessions nor portal calls', async () => {
  const { url, version, params } = await aComposition()
  const { host } = new URL(url)
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await sendRequest('/index.json', { host, method, headers: fetchFrom(page) })
    expect({ method, status: answer.status }).toEqual({ method, status: 405 })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
  for (const path of [
    '/.plinth/open?ticket=x&to=/iframe.html',
    '/.plinth/session',
    '/api/v1/config',
    `/api/v1/StorybookFiles/${params.storybook}/${version}/index.html`,
    '/%00',
    '/%',
    '/..%2f..%2fetc/passwd',
    '/%ED%A0%80',
    `/${'a'.repeat(5000)}`,
  ]) {
    const { status, headers } = await get(url + path, fetchFrom(page))
    expect({ path, isRefused: status === 401 || status === 404 }).toEqual({ path, isRefused: true })
    expect(headers['set-cookie']).toBeUndefined()
  }
})

const textOf = async (url = '') => (await get(`${url}/iframe.html`, inFrame)).text

test('releases and the main branch are in the version menu, and each has a host of its own', async () => {
  const { owner, params, version, publish, compose } = await aComposingAccount()
  await owner.call(updateStorybook, { params, body: { title: 'Design System', mainBranch: 'main' } })
  await owner.call(updateVersion, { params: { ...params, version }, body: { release: 'v1 @ beta' } })
  await publish('two')
  await publish('feature', 'feature/x')
  const { refs } = await compose({
    storybooks: [
      { storybook: 'design system' },
      { storybook: params.storybook, branch: 'feature/x' },
      { storybook: params.storybook, release: 'v1 @ beta' },
    ],
  })
  expect(Object.keys(refs)).toEqual(['design-system', 'design-system-2', 'design-system-3'])
  const [newest, feature, released] = Object.values(refs)
  expect(await textOf(newest?.url)).toContain('Preview two')
  expect(await textOf(feature?.url)).toContain('Preview feature')
  expect(await textOf(released?.url)).toContain('Preview one')
  expect(Object.keys(newest?.versions ?? {})).toEqual(['latest', 'main', 'v1 @ beta'])
  expect(feature?.versions['feature/x']).toBe(feature?.url)
  expect(released?.versions['v1 @ beta']).toBe(released?.url)
  expect(new Set([newest?.url, released?.url]).size).toBe(2)
})

type Composition = Awaited<ReturnType<typeof aComposition>>

const endings: [string, (composition: Composition) => Promise<unknown>][] = [
  ['it is revoked', ({ owner, home, id }) => owner.call(revokeComposition, { params: { ...home, id } })],
  [
    'its key is deleted',
    ({ user, home, keyId }) => user.call(deleteApiKey, { params: { ...home, id: keyId } }),
  ],
  [
    'the creator of its key is removed',
    ({ owner, user, home }) => owner.call(deleteMember, { params: { ...home, oid: user.person.objectId } }),
  ],
  ['the storybook is deleted', ({ owner, params }) => owner.call(deleteStorybook, { params })],
  [
    'the version is deleted',
    async ({ owner, params, version, publish }) => {
      await publish('two')
      await owner.call(deleteVersion, { params: { ...params, version } })
    },
  ],
]

test('an address ends at once, also on other instances, when what is behind it ends', async () => {
  const second = await anotherInstance()
  onTestFinished(second.close)
  for (const [reason, end] of endings) {
    const composition = await aComposition()
    const { host } = new URL(composition.url)
    const look = async (port?: number) =>
      (await sendRequest('/index.json', { host, headers: fetchFrom(page), ...(port && { port }) })).status
    expect([await look(), await look(second.config.port)]).toEqual([200, 200])
    await end(composition)
    expect({ reason, status: await look() }).toEqual({ reason, status: 404 })
    await expect.poll(() => look(second.config.port), { message: reason }).toBe(404)
  }
})

test('an instance that misses that notices within thirty seconds', async () => {
  const { db } = await testPortal()
  const { url, user } = await aComposition()
  const look = async () => (await get(`${url}/index.json`, fetchFrom(page))).status
  expect(await look()).toBe(200)
  await sql`UPDATE memberships SET status = 'disabled'
    FROM users WHERE users.id = user_id AND object_id = ${user.person.objectId}`.execute(db)
  expect(await look()).toBe(200)
  advance(30)
  expect(await look()).toBe(404)
})

test('an address ends with its hours', async () => {
  const { db } = await testPortal()
  const { url, id } = await aComposition()
  const endIn = (seconds: number) =>
    sql`UPDATE compositions SET expires_at = now() + ${seconds} * interval '1 second'
      WHERE id = ${id}`.execute(db)
  const look = async () => (await get(`${url}/index.json`, fetchFrom(page))).status
  await endIn(10)
  expect(await look()).toBe(200)
  // The clock of the database cannot be moved.
  await endIn(0)
  advance(11)
  expect(await look()).toBe(404)
})
