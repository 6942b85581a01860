import { randomBytes } from 'node:crypto'

import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { expect, test } from 'vitest'

import { providerFacts } from '../embedded/identity/provider-facts.ts'
import { anAuthorization, callback } from '../testing/connecting-agents.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { restartPortal, testPortal } from '../testing/test-app.ts'
import { aVersion, getFile, sendTicket } from '../testing/viewer-requests.ts'

const safari = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

/** What a client can say about itself and its connection. */
const claims: Record<string, string>[] = [
  { 'user-agent': safari },
  { 'user-agent': safari, 'x-forwarded-proto': 'http' },
  { 'user-agent': safari, 'x-forwarded-host': 'localhost', forwarded: 'proto=http;host=localhost' },
]

/** Every cookie that a browser gets: while it signs in, for an agent that asks, and from a version's host. */
async function cookiesFor(headers: Record<string, string>): Promise<string[]> {
  const shown = await aVersion()
  const { ticket } = await shown.call(refreshViewerSession, { params: shown.params })
  const viewing = await sendTicket(ticket, shown.version, headers)
  const agent = await anAgent()
  const { url } = await anAuthorization(shown.account.publicId, agent)
  const asking = await sendRequest(url.pathname + url.search, { host: url.host, headers })
  const signingIn = await sendRequest(await signInPath(), { host: url.host, headers })
  const answers = [viewing, asking, signingIn].map((answer) => answer.headers['set-cookie'] ?? [])
  for (const cookies of answers) expect(cookies).not.toEqual([])
  return answers.flat()
}

async function anAgent(): Promise<string> {
  const { text } = await sendRequest('/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Agent', redirect_uris: [callback] }),
  })
  return (JSON.parse(text) as { client_id: string }).client_id
}

async function signInPath(): Promise<string> {
  const { config } = await testPortal()
  const { apiScope, issuer, redirectUri } = providerFacts(config)
  const query = new URLSearchParams({
    client_id: config.identity.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: `openid ${apiScope}`,
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
  })
  return `${new URL(issuer).pathname}/auth?${query.toString()}`
}

test('on this machine over http, Safari gets cookies that it can keep', async () => {
  for (const cookie of await cookiesFor({ 'user-agent': safari })) {
    expect(cookie).not.toMatch(/^__Host-|; secure/i)
  }
})

test.each([
  ['over https', 'https://plinth.example', 'https://{version}.view.plinth.example'],
  ['over https on this machine', 'https://plinth.localhost', 'https://{version}.plinth.localhost'],
  ['over http in a network', 'http://plinth.example', 'http://{version}.view.plinth.example'],
])('%s every cookie is Secure, whatever a client says', async (_where, portal, viewer) => {
  await restartPortal({ PLINTH_PUBLIC_URL: portal, PLINTH_VIEWER_URL: viewer })
  for (const headers of claims) {
    for (const cookie of await cookiesFor(headers)) expect(cookie).toMatch(/^__Host-[^;]+;.*; secure/i)
  }
})

test('over https, a session is not read from a cookie that another host could have set', async () => {
  await restartPortal({
    PLINTH_PUBLIC_URL: 'https://plinth.example',
    PLINTH_VIEWER_URL: 'https://{version}.view.plinth.example',
  })
  const shown = await aVersion()
  const { ticket } = await shown.call(refreshViewerSession, { params: shown.params })
  const cookie = (await sendTicket(ticket, shown.version)).headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  expect((await getFile('/', shown.version, cookie)).status).toBe(200)
  for (const headers of claims) {
    const planted = cookie.replace('__Host-', '')
    expect((await getFile('/', shown.version, planted, headers)).status).toBe(401)
  }
})

test('a viewer over https gives Secure cookies to the pages of a portal over http', async () => {
  await restartPortal({
    PLINTH_PUBLIC_URL: 'http://plinth.localhost',
    PLINTH_VIEWER_URL: 'https://{version}.plinth.localhost',
  })
  const shown = await aVersion()
  const { ticket } = await shown.call(refreshViewerSession, { params: shown.params })
  const { headers } = await sendTicket(ticket, shown.version, { 'user-agent': safari })
  expect(headers['set-cookie']?.[0]).toMatch(/^__Host-plinth=[^;]+;.*; Secure/)
})
