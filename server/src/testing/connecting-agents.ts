import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import type { Person } from '../embedded/identity/people.ts'
import { afterTestFile } from './clean-up.ts'
import { ownCertificate } from './own-certificate.ts'
import { sendRequest } from './raw-request.ts'
import { testPortal, tokenOf } from './test-app.ts'

/** Where MCP clients of tests want the browser to return to: a port that nobody listens on. */
export const callback = 'http://localhost:7/callback'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** One for all servers: two that call themselves the same would be mistaken for each other. */
let certificate: ReturnType<typeof ownCertificate> | undefined

/** A server on this machine, with a certificate that this process trusts, for documents that describe MCP clients. */
export async function aDocumentServer(answer?: Answer) {
  if (!certificate) {
    certificate = ownCertificate()
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  }
  const documents = { requests: 0, origin: '', clientId: '', answer }
  const server = createServer(certificate, (request, response) => {
    documents.requests += 1
    if (documents.answer) documents.answer(response, request)
    else response.end(JSON.stringify(aDescription(`${documents.origin}${request.url}`)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTestFile(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  documents.origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  documents.clientId = `${documents.origin}/agent.json`
  return documents
}

export const aDescription = (clientId: string) => ({
  client_id: clientId,
  client_name: 'Test agent',
  redirect_uris: ['http://localhost/callback', 'https://agent.example/callback'],
  token_endpoint_auth_method: 'none',
})

/** Like `fetch`, but reaches the portal by its public name, which name servers may not know. */
export const portalFetch: typeof fetch = async (input, init) => {
  const { config } = await testPortal()
  const request = new Request(input, init)
  const url = new URL(request.url)
  if (url.host !== config.publicUrl.host) throw new Error(`unexpected host ${url.host}`)
  const answer = await sendRequest(url.pathname + url.search, {
    host: url.host,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  })
  const headers = Object.entries(answer.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  return new Response(answer.bytes.length > 0 ? answer.text : null, { status: answer.status, headers })
}

/** A browser in which a person is signed in to the portal. */
export async function aBrowser(person: Person) {
  const { config } = await testPortal()
  const token = await tokenOf(person)
  const cookies = new Map<string, string>()

  async function send(address: string | URL, method = 'GET', body?: object) {
    const { pathname, search } = new URL(address, config.publicUrl)
    const isCall = pathname.startsWith('/api/')
    const answer = await sendRequest(pathname + search, {
      host: config.publicUrl.host,
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(isCall ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { ...answer, location: answer.headers.location ?? '' }
  }

  /** Opens an authorization request up to the page that asks; its uid is empty if there is no such page. */
  async function open(authorization: string | URL) {
    const { location, status, text } = await send(authorization)
    const page = new URL(location, config.publicUrl).pathname
    return { uid: page.startsWith('/authorize/') ? (page.split('/')[2] ?? '') : '', location, status, text }
  }

  async function decide(uid: string, isAllowed: boolean) {
    const answer = await send(`/api/v1/agentRequests/${uid}`, 'POST', { isAllowed })
    if (answer.status !== 200) return { status: answer.status, location: undefined }
    const { url } = JSON.parse(answer.text) as { url: string }
    return { status: 200, location: new URL((await send(url)).location) }
  }

  /** Allows the request; resolves to the parameters with which the client gets the browser back. */
  async function allow(authorization: string | URL): Promise<URLSearchParams> {
    const { uid } = await open(authorization)
    return (await decide(uid, true)).location?.searchParams ?? new URLSearchParams()
  }

  return { send, open, decide, allow, cookies }
}

/** The address of an authorization request, and the verifier for its code. Undefined removes a parameter. */
export async function anAuthorization(
  account: string,
  clientId: string,
  changes: Record<string, string | undefined> = {},
) {
  const { config } = await testPortal()
  const { origin } = config.publicUrl
  const verifier = randomBytes(32).toString('base64url')
  const parameters = {
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    state: 'a-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${origin}/api/v1/account/${account}/mcp`,
    ...changes,
  }
  const url = new URL('/oauth/authorize', origin)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return { url, verifier, resource: parameters.resource ?? '' }
}

interface TokenAnswer {
  error?: string
  access_token?: string
  refresh_token?: string
  scope?: string
  expires_in?: number
}

export async function requestToken(form: Record<string, string>) {
  const { config } = await testPortal()
  const { status, text } = await sendRequest('/oauth/token', {
    host: config.publicUrl.host,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  return { status, ...(JSON.parse(text) as TokenAnswer) }
}

/** An agent that this member has connected, with its first tokens. */
export async function aConnectedAgent(
  { person, account }: { person: Person; account: { publicId: string } },
  clientId: string,
) {
  const { url, verifier, resource } = await anAuthorization(account.publicId, clientId)
  const code = (await (await aBrowser(person)).allow(url)).get('code') ?? ''
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: callback,
    code,
    code_verifier: verifier,
    resource,
  }
  const tokens = await requestToken(form)
  const refresh = (token = tokens.refresh_token ?? '') =>
    requestToken({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token })
  return { form, tokens, refresh }
}

export const callMcp = (token = '', account: string, method: 'tools/list' | 'tools/call' = 'tools/list') =>
  sendRequest(`/api/v1/account/${account}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: method === 'tools/call' ? { name: 'list_storybooks', arguments: {} } : {},
    }),
  })
