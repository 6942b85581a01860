import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import {
  aBrowser,
  aConnectedAgent,
  aDescription,
  aDocumentServer,
  anAuthorization,
  callback,
  callMcp,
  requestToken,
} from '../../testing/connecting-agents.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { aMember, aPerson, testPortal } from '../../testing/test-app.ts'
import { clientDocuments } from './client-documents.ts'

let documents: Awaited<ReturnType<typeof aDocumentServer>>
let member: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  documents = await aDocumentServer()
  member = await aMember()
})

/** What a browser gets for an authorization request of this client. */
async function opened(clientId: string, changes: Record<string, string | undefined> = {}) {
  const browser = await aBrowser(member.person)
  const { url } = await anAuthorization(member.account.publicId, clientId, changes)
  return { browser, ...(await browser.open(url)) }
}

async function register(description: object) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(description)
  const { status, text } = await sendRequest('/oauth/register', { method: 'POST', headers, body })
  const { client_id: clientId = '' } = JSON.parse(text) as { client_id?: string }
  return { status, clientId }
}

const connected = () => aConnectedAgent(member, documents.clientId)
const call = (token = '', account = member.account.publicId) => callMcp(token, account)

describe('nothing is fetched for a client at', () => {
  test.each([
    'https://127.0.0.2/agent.json',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/agent.json',
    'https://[::ffff:127.0.0.1]/agent.json',
    'https://0x7f.2/agent.json',
    'https://10.0.0.1/agent.json',
    'https://metadata.localhost/agent.json',
    'http://127.0.0.1/agent.json',
    'file:///etc/passwd',
  ])('%s', async (clientId) => {
    const { status, uid, text } = await opened(clientId)
    expect({ status, uid }).toEqual({ status: 400, uid: '' })
    expect(text).toContain('The agent was not connected')
  })
})

describe('a client is refused whose document', () => {
  test.each<[string, Parameters<typeof aDocumentServer>[0]]>([
    ['redirects', (response) => void response.writeHead(302, { location: '/agent.json' }).end()],
    ['is missing', (response) => void response.writeHead(404).end('{}')],
    ['is huge', (response) => void response.end(JSON.stringify({ x: 'x'.repeat(100_000) }))],
    ['is not JSON', (response) => void response.end('<script>')],
    ['is nothing', (response) => void response.end('null')],
    ['is nested deeply', (response) => void response.end('['.repeat(16_000) + ']'.repeat(16_000))],
    ['never arrives', () => {}],
    [
      'belongs to another client',
      (response) => void response.end(JSON.stringify(aDescription('https://agent.example/agent.json'))),
    ],
    [
      'names no address that the browser may return to',
      (response, { url }) =>
        void response.end(
          JSON.stringify({
            ...aDescription(`${documents.origin}${url}`),
            redirect_uris: [
              'http://agent.example/',
              'javascript:alert(1)',
              'agent://x',
              'ms-settings:x',
              'https://localhost/',
              'https:agent.example',
              'https:\\\\agent.example',
              'cursor://anysphere.cursor-deeplink/mcp/install?name=x',
              7,
            ],
          }),
        ),
    ],
    [
      'wants a secret',
      (response, { url }) =>
        void response.end(
          JSON.stringify({
            ...aDescription(`${documents.origin}${url}`),
            token_endpoint_auth_method: 'client_secret_post',
          }),
        ),
    ],
  ])('%s', async (name, answer) => {
    documents.answer = answer
    const { status, uid } = await opened(`${documents.origin}/${encodeURIComponent(name)}.json`)
    documents.answer = undefined
    expect({ status, uid }).toEqual({ status: 400, uid: '' })
  })
})

test('few documents are fetched for one network, and few from one host', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  const rates = { perCaller: 1, perAddress: 600, perAddressFiles: 1 }
  const limited = clientDocuments({ agents: { allowedNetworks: [] }, rates })
  const asked = (network: number) =>
    [1, 2, 3].map((n) => limited.mayFetch(`https://agent.example/${n}.json`, `2001:db8:0:${network}::${n}`))
  expect(asked(1)).toEqual([true, true, false])
  expect([asked(2), asked(3), asked(4)].map(([first]) => first)).toEqual([true, true, false])
  vi.useRealTimers()
})

test('a document is fetched once, and its name is shown as one line of plain text without its logo', async () => {
  const clientId = `${documents.origin}/odd.json`
  documents.answer = (response) =>
    void response.end(
      JSON.stringify({
        ...aDescription(clientId),
        client_name: `<script>\u202eevil\u0007\n${'x'.repeat(10_000)}`,
        logo_uri: `${documents.origin}/logo.png`,
        jwks_uri: `${documents.origin}/jwks.json`,
        sector_identifier_uri: `${documents.origin}/sector.json`,
      }),
    )
  const before = documents.requests
  const { browser, uid } = await opened(clientId)
  const again = await opened(clientId)
  expect(documents.requests - before).toBe(1)
  documents.answer = undefined
  const { text } = await browser.send(`/api/v1/agentRequests/${uid}`)
  expect(text).not.toContain('logo')
  expect(JSON.parse(text)).toMatchObject({
    name: `<script>evil ${'x'.repeat(87)}`,
    clientHost: new URL(documents.origin).host,
    redirectHost: null,
  })
  expect(again.uid).not.toBe(uid)
})

test.each([
  ['an address that is not in the document', { redirect_uri: 'https://evil.example/callback' }],
  ['another path on the own machine', { redirect_uri: 'http://localhost:7/other' }],
])('a browser is never sent to %s', async (_, changes) => {
  const { status, location } = await opened(documents.clientId, changes)
  expect({ status, location }).toEqual({ status: 400, location: '' })
})

test.each<[string, Record<string, string | undefined>]>([
  ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
  ['plain PKCE', { code_challenge_method: 'plain' }],
  ['no resource', { resource: undefined }],
  ['a resource elsewhere', { resource: 'https://evil.example/api/v1/account/abc/mcp' }],
  ['another page of the portal as resource', { resource: 'PORTAL/api/v1/accounts' }],
  ['a resource with more in it', { resource: 'PORTAL/api/v1/account/abc/../abc/mcp' }],
  ['an implicit token', { response_type: 'token' }],
])('a request with %s is sent back', async (_, changes) => {
  const { origin } = (await testPortal()).config.publicUrl
  const { resource, ...others } = changes
  const filled = 'resource' in changes ? { ...others, resource: resource?.replace('PORTAL', origin) } : others
  const { status, uid, location } = await opened(documents.clientId, filled)
  expect({ status, uid }).toEqual({ status: 303, uid: '' })
  expect(location).toContain('error=')
})

test('a link to the portal does not lead to a client elsewhere before the person has answered', async () => {
  const redirectUri = 'https://evil.example/'
  const { clientId } = await register({ redirect_uris: [redirectUri] })
  const changes = { redirect_uri: redirectUri, response_type: 'token' }
  const { status, location, text } = await opened(clientId, changes)
  expect({ status, location }).toEqual({ status: 400, location: '' })
  expect(text).toContain('The agent was not connected')
})

test('a request for two accounts at once is sent back', async () => {
  const { url, resource } = await anAuthorization(member.account.publicId, documents.clientId)
  url.searchParams.append('resource', resource)
  const { uid, location } = await (await aBrowser(member.person)).open(url)
  expect({ uid, error: new URL(location).searchParams.get('error') }).toEqual({
    uid: '',
    error: 'invalid_target',
  })
})

test('a code works once, and a second use revokes what the first one gave', async () => {
  const { form, refresh, tokens } = await connected()
  expect(tokens).toMatchObject({ status: 200, scope: 'mcp:read', expires_in: 3600 })
  expect((await call(tokens.access_token)).status).toBe(200)
  expect(await requestToken(form)).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect((await call(tokens.access_token)).status).toBe(401)
  expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400 })
})

test('a code needs its verifier, its client and its resource', async () => {
  const other = await aMember()
  const { config } = await testPortal()
  for (const change of [
    { code_verifier: 'x'.repeat(43) },
    { client_id: `${documents.origin}/other.json` },
    { redirect_uri: 'https://agent.example/callback' },
    { resource: `${config.publicUrl.origin}/api/v1/account/${other.account.publicId}/mcp` },
  ]) {
    const browser = await aBrowser(member.person)
    const { url, verifier } = await anAuthorization(member.account.publicId, documents.clientId)
    const code = (await browser.allow(url)).get('code') ?? ''
    const form = {
      grant_type: 'authorization_code',
      client_id: documents.clientId,
      redirect_uri: callback,
      code,
      code_verifier: verifier,
      ...change,
    }
    expect((await requestToken(form)).status).toBe(400)
  }
})

test('a refresh token is replaced, and using the old one again revokes both', async () => {
  const { refresh, tokens } = await connected()
  const renewed = await refresh(tokens.refresh_token)
  expect(renewed.status).toBe(200)
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
  expect((await call(renewed.access_token)).status).toBe(200)
  expect((await refresh(tokens.refresh_token)).status).toBe(400)
  expect((await refresh(renewed.refresh_token)).status).toBe(400)
  expect((await call(renewed.access_token)).status).toBe(401)
})

test('of the same refresh token used twice at the same moment, one use wins', async () => {
  const { refresh, tokens } = await connected()
  const both = await Promise.all([refresh(tokens.refresh_token), refresh(tokens.refresh_token)])
  expect(both.filter(({ status }) => status === 200).length).toBeLessThan(2)
})

test('a token is for one account, and for the MCP endpoint only', async () => {
  const { tokens } = await connected()
  const other = await aMember()
  const refused = await call(tokens.access_token, other.account.publicId)
  expect(refused.status).toBe(401)
  const { status } = await sendRequest('/api/v1/accounts', {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  expect(status).toBe(401)
})

test('a request can be answered only in the browser that made it, and only by a member', async () => {
  const { uid, browser } = await opened(documents.clientId)
  const elsewhere = await aBrowser(member.person)
  expect((await elsewhere.send(`/api/v1/agentRequests/${uid}`)).status).toBe(410)
  expect((await elsewhere.decide(uid, true)).status).toBe(410)
  expect((await elsewhere.send(`/oauth/authorize/${uid}`)).status).toBe(400)

  const stranger = await aBrowser(await aPerson())
  for (const [name, value] of browser.cookies) stranger.cookies.set(name, value)
  expect((await stranger.send(`/api/v1/agentRequests/${uid}`)).status).toBe(404)
  expect((await stranger.decide(uid, true)).status).toBe(404)

  const { location } = await browser.decide(uid, false)
  expect(location?.searchParams.get('error')).toBe('access_denied')
  expect((await browser.decide(uid, true)).status).toBe(410)
})

test('a member whose role may not view connects no agent', async () => {
  const { db } = await testPortal()
  const { uid, browser } = await opened(documents.clientId)
  const setRole = (role: string) =>
    sql`UPDATE memberships SET role = ${role} WHERE account_id = ${member.account.id}
      AND user_id = (SELECT id FROM users WHERE object_id = ${member.person.objectId})`.execute(db)
  await setRole('Accountant')
  onTestFinished(async () => void (await setRole('Owner')))
  expect((await browser.send(`/api/v1/agentRequests/${uid}`)).status).toBe(404)
  expect((await browser.decide(uid, true)).status).toBe(404)
})

test('an account that does not exist is asked for in the same way, and answers like one of others', async () => {
  const { uid, browser } = await opened(documents.clientId, {
    resource: `${(await testPortal()).config.publicUrl.origin}/api/v1/account/${'x'.repeat(20)}/mcp`,
  })
  expect(uid).not.toBe('')
  expect((await browser.send(`/api/v1/agentRequests/${uid}`)).status).toBe(404)
})

test('no browser is left signed in, so every request asks', async () => {
  const browser = await aBrowser(member.person)
  const { url } = await anAuthorization(member.account.publicId, documents.clientId)
  await browser.allow(url)
  expect([...browser.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
  expect((await browser.open(url)).uid).not.toBe('')
})

test('neither codes nor tokens are stored or logged', async () => {
  const { db, logLines } = await testPortal()
  const { form, tokens } = await connected()
  const rows = await db.selectFrom('identity_records').selectAll().execute()
  const seen = JSON.stringify(rows) + logLines.join('')
  for (const secret of [form.code, tokens.access_token, tokens.refresh_token, form.code_verifier]) {
    expect(secret?.length).toBeGreaterThan(20)
    expect(seen).not.toContain(secret)
  }
})

test('a registered client is known by its signature only', async () => {
  const { status, clientId } = await register({
    client_name: 'Mine',
    redirect_uris: [callback],
    jwks_uri: 'https://10.0.0.1/',
  })
  expect(status).toBe(201)
  expect((await opened(clientId)).uid).not.toBe('')
  const [, content = '', signature = ''] = clientId.split('.')
  const forged = Buffer.from(JSON.stringify({ redirect_uris: ['https://evil.example/'] })).toString(
    'base64url',
  )
  for (const wrong of [
    `registered.${forged}.${signature}`,
    `registered.${content}.${'A'.repeat(43)}`,
    'registered..',
  ]) {
    expect((await opened(wrong)).status).toBe(400)
  }
  for (const refused of [{}, { redirect_uris: [] }, { redirect_uris: ['http://evil.example/'] }, []]) {
    expect((await register(refused)).status).toBe(400)
  }
})
