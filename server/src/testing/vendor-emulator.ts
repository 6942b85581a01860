import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the fake service saw it. */
export interface Seen {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

type Reply = (seen: Seen, response: ServerResponse) => void

export const json = (response: ServerResponse, value: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** A fake marketplace on a real port, with a token endpoint that always answers. */
export async function fakeMarketplace(reply: Reply, expiresIn: unknown = '3600') {
  const seen: Seen[] = []
  let tokens = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (url.pathname === '/token') {
        tokens += 1
        return json(response, { access_token: `token-${tokens}`, expires_in: expiresIn })
      }
      const one = { method: request.method ?? '', url, headers: request.headers, body }
      seen.push(one)
      return reply(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const settings = {
    url: `${origin}/api/saas/subscriptions`,
    tokenUrl: `${origin}/token`,
    tenantId: '11111111-1111-4111-8111-111111111111',
    clientId: 'client',
    clientSecret: 'very-secret',
    isEmbedded: false,
  }
  /** The environment of a portal that uses it. */
  const environment = {
    PLINTH_EMBEDDED_MARKETPLACE: 'false',
    PLINTH_MARKETPLACE_TENANT: settings.tenantId,
    PLINTH_MARKETPLACE_CLIENT_ID: settings.clientId,
    PLINTH_MARKETPLACE_CLIENT_SECRET: settings.clientSecret,
    PLINTH_MARKETPLACE_URL: settings.url,
    PLINTH_MARKETPLACE_TOKEN_URL: settings.tokenUrl,
  }
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { origin, settings, environment, seen, tokensIssued: () => tokens, close }
}
