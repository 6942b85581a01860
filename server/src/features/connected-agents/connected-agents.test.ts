import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client'
import {
  disconnectAgent,
  listConnectedAgents,
  maxConnectedAgents,
} from '@plinth/contract/connected-agents.ts'
import { listAgentCalls } from '@plinth/contract/mcp.ts'
import { deleteMember } from '@plinth/contract/members.ts'
import { getVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aStorybookZip } from '../../testing/builds.ts'
import {
  aBrowser,
  aConnectedAgent,
  aDocumentServer,
  anAuthorization,
  callback,
  callMcp,
  portalFetch,
  requestToken,
} from '../../testing/connecting-agents.ts'
import { aStorybook } from '../../testing/publishing.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { deleteEndedConnections } from './store.ts'

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
])('the official client signs in and calls every tool, %s, by %s', async (era, way) => {
  const { config } = await testPortal()
  const { params, person, publish, call } = await aStorybook()
  for (const label of ['one', 'two']) {
    const { versionPublicId: version } = await publish(aStorybookZip({ label }))
    const isRead = async () => (await call(getVersion, { params: { ...params, version } })).contents
    await expect.poll(isRead).toBe('ready')
  }
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
  const { storybook } = params
  const calls: Record<string, Record<string, unknown>> = {
    list_storybooks: {},
    search: { query: 'button' },
    component: { storybook, component: 'button' },
    story: { storybook, story: 'button--primary' },
    docs_page: { storybook, page: 'button--docs' },
    changes: { storybook },
    'docs-list': { storybookId: storybook },
    'docs-show': { id: 'button', storybookId: storybook },
    'docs-show-story': { storyId: 'button--primary', storybookId: storybook },
  }
  const { tools } = await connected.listTools()
  expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted())
  for (const [name, args] of Object.entries(calls)) {
    const { content, isError = false } = await connected.callTool({ name, arguments: args })
    expect({ name, isError, content }).toMatchObject({
      name,
      isError: false,
      content: [{ type: 'text', text: expect.stringContaining(storybook) }],
    })
  }
  await connected.close()
})

test('without a token, clients are told where to get one, the same for every account', async () => {
  const { config } = await testPortal()
  const { origin } = config.publicUrl
  const { account } = await aMember()
  for (const id of [account.publicId, 'x'.repeat(account.publicId.length)]) {
    const metadata = `${origin}/.well-known/oauth-protected-resource/api/v1/account/${id}/mcp`
    const refused = await sendRequest(`/api/v1/account/${id}/mcp`, { method: 'POST' })
    expect(refused.status).toBe(401)
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${metadata}", scope="mcp:read"`,
    )
    const { headers } = await callMcp('x'.repeat(43), id)
    expect(headers['www-authenticate']).toContain('error="invalid_token"')
    expect(headers['access-control-expose-headers']).toContain('www-authenticate')
    const answer = await portalFetch(metadata)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toMatchObject({
      resource: `${origin}/api/v1/account/${id}/mcp`,
      authorization_servers: [origin],
    })
  }
  for (const path of ['/oauth/token', '/oauth/register', `/api/v1/account/${account.publicId}/mcp`]) {
    const { status, headers } = await sendRequest(path, { method: 'OPTIONS' })
    expect({ path, status, origin: headers['access-control-allow-origin'] }).toEqual({
      path,
      status: 204,
      origin: '*',
    })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  }
})

test('people see the agents they have connected, and a disconnected one can do nothing more', async () => {
  const { clientId } = await aDocumentServer()
  const member = await aMember({ role: 'Owner' })
  const colleague = await aMember({ account: member.account })
  const { tokens, refresh } = await aConnectedAgent(member, clientId)
  expect((await callMcp(tokens.access_token, member.account.publicId, 'tools/call')).status).toBe(200)
  const [agent] = await member.call(listConnectedAgents)
  expect(agent).toMatchObject({ name: 'Test agent', accountName: 'An account', redirectHost: null })
  expect(agent?.lastUsedAt).not.toBeNull()
  expect(await colleague.call(listConnectedAgents)).toEqual([])
  const counted = await member.call(listAgentCalls, { params: { account: member.account.publicId } })
  expect(counted).toMatchObject([{ apiKeyId: null, person: member.person.displayName, days: [{ calls: 1 }] }])

  const params = { id: agent?.id ?? 0 }
  await expect(colleague.call(disconnectAgent, { params })).rejects.toMatchObject({ status: 404 })
  await member.call(disconnectAgent, { params })
  expect((await callMcp(tokens.access_token, member.account.publicId)).status).toBe(401)
  expect((await refresh()).status).toBe(400)
  expect(await member.call(listConnectedAgents)).toEqual([])
})

test('nobody connects more agents than the list can hold', async () => {
  const { db } = await testPortal()
  const { clientId } = await aDocumentServer()
  const member = await aMember()
  await aConnectedAgent(member, clientId)
  await sql`INSERT INTO connected_agents (account_id, user_id, client_id, grant_id)
    SELECT account_id, user_id, client_id, grant_id || number
    FROM connected_agents, generate_series(2, ${maxConnectedAgents}) AS number
    WHERE account_id = ${member.account.id}`.execute(db)
  const browser = await aBrowser(member.person)
  const { uid } = await browser.open((await anAuthorization(member.account.publicId, clientId)).url)
  expect((await browser.decide(uid, true)).status).toBe(409)
  const [agent] = await member.call(listConnectedAgents)
  await member.call(disconnectAgent, { params: { id: agent?.id ?? 0 } })
  expect((await browser.decide(uid, true)).status).toBe(200)
})

test('with the membership ends what the agent may do, and it does not come back with it', async () => {
  const { db } = await testPortal()
  const { clientId } = await aDocumentServer()
  const owner = await aMember({ role: 'Owner' })
  const account = owner.account.publicId
  const member = await aMember({ account: owner.account })
  const { tokens, refresh } = await aConnectedAgent(member, clientId)
  const disabled = await aConnectedAgent(owner, clientId)
  await owner.call(deleteMember, { params: { account, oid: member.person.objectId } })
  expect((await callMcp(tokens.access_token, account)).status).toBe(401)
  expect((await refresh()).status).toBe(400)
  expect(await member.call(listConnectedAgents)).toEqual([])

  await db
    .updateTable('memberships')
    .set({ status: 'disabled' })
    .where('account_id', '=', owner.account.id)
    .execute()
  expect((await callMcp(disabled.tokens.access_token, account)).status).toBe(401)
  expect((await disabled.refresh()).status).toBe(400)
})

test('a client can end its own connection, and what is left of it is swept', async () => {
  const { db, config } = await testPortal()
  const { clientId } = await aDocumentServer()
  const member = await aMember()
  const { tokens } = await aConnectedAgent(member, clientId)
  const kept = await aConnectedAgent(member, clientId)
  const { status } = await sendRequest('/oauth/revoke', {
    host: config.publicUrl.host,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: clientId, token: tokens.refresh_token ?? '' }).toString(),
  })
  expect(status).toBe(200)
  expect((await callMcp(tokens.access_token, member.account.publicId)).status).toBe(401)
  const count = async () =>
    (
      await db
        .selectFrom('connected_agents')
        .select('id')
        .where('account_id', '=', member.account.id)
        .execute()
    ).length
  await sql`UPDATE connected_agents SET created_at = now() - interval '2 hours'
    WHERE account_id = ${member.account.id}`.execute(db)
  await deleteEndedConnections(db)
  expect(await count()).toBe(1)
  expect((await callMcp(kept.tokens.access_token, member.account.publicId)).status).toBe(200)
  expect((await requestToken({ grant_type: 'client_credentials', client_id: clientId })).status).toBe(400)
})
