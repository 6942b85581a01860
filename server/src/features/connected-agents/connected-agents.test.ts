import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'

import { aBrowser, aDocumentServer, callback, portalFetch } from '../../testing/connecting-agents.ts'
import { aStorybook } from '../../testing/publishing.ts'
import { testPortal } from '../../testing/test-app.ts'

/** What the official client asks of the program it is part of; nothing here is special to the portal. */
function aClientProvider(clientMetadataUrl: string | undefined) {
  const kept: Record<string, unknown> = {}
  const opened: URL[] = []
  const keep = (name: string) => (value: unknown) => void (kept[name] = value)
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: { client_name: 'Test agent', redirect_uris: [callback] },
    state: () => 'a-state',
    clientInformation: () => kept['client'] as never,
    saveClientInformation: keep('client'),
    tokens: () => kept['tokens'] as never,
    saveTokens: keep('tokens'),
    codeVerifier: () => kept['verifier'] as string,
    saveCodeVerifier: keep('verifier'),
    discoveryState: () => kept['discovery'] as OAuthDiscoveryState,
    saveDiscoveryState: keep('discovery'),
    redirectToAuthorization: (url) => void opened.push(url),
  }
  return { provider, opened }
}

test.each([
  ['2025-11-25', 'a document at its address'],
  ['2025-11-25', 'registration'],
  ['2026-07-28', 'a document at its address'],
])('the official client signs in and calls a tool, %s, by %s', async (era, way) => {
  const { config } = await testPortal()
  const { params, person } = await aStorybook()
  const clientId = way === 'registration' ? undefined : (await aDocumentServer()).clientId
  const { provider, opened } = aClientProvider(clientId)
  const address = new URL(`/api/v1/account/${params.account}/mcp`, config.publicUrl)
  const transport = () =>
    new StreamableHTTPClientTransport(address, { authProvider: provider, fetch: portalFetch })
  const client = () =>
    new Client(
      { name: 'test', version: '0' },
      era === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {},
    )
  const first = transport()
  await expect(client().connect(first)).rejects.toThrow(UnauthorizedError)
  const [authorization] = opened
  const returned = await (await aBrowser(person)).allow(authorization ?? '')
  expect(returned.get('state')).toBe('a-state')
  await first.finishAuth(returned)
  const connected = client()
  await connected.connect(transport())
  expect(connected.getNegotiatedProtocolVersion()).toBe(era)
  const { content } = await connected.callTool({ name: 'list_storybooks', arguments: {} })
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining(params.storybook) }])
  await connected.close()
})
