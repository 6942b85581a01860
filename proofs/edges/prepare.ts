import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createClient } from '@plinth/contract/client.ts'
import { createComposition } from '@plinth/contract/compositions.ts'
import { createShareLink } from '@plinth/contract/share-links.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'

import { loadOrCreateSecret } from '../../server/src/database/generated-secrets.ts'
import { providerKeys } from '../../server/src/embedded/identity/keys.ts'
import { marketplaceTokens } from '../../server/src/embedded/marketplace/tokens.ts'
import { loadKeys } from '../../server/src/identity/signing-keys.ts'
import { embeddedIssuer } from '../../server/src/marketplace/marketplace.ts'
import { readConfig } from '../../server/src/settings/config.ts'
import { aForm, aStorybookZip } from '../../server/src/testing/builds.ts'
import type { Inside, RunningPortal } from '../portal.ts'
import { framed } from './attempt.ts'
import type { RequestParts } from './attempt.ts'
import { openClient } from './connection.ts'
import { readOperations } from './known.ts'
import type { KnownPortal, OpenApi, Tool } from './known.ts'

const noStalls = { begin: () => () => 0, stop: () => {} }

/** Sends one request to the portal under any of its host names. */
async function ask({ port }: RunningPortal, parts: RequestParts) {
  const client = openClient(() => port, noStalls)
  const { answers } = await client.exchange(framed('set-up', parts))
  client.close()
  const { head = '', body = Buffer.alloc(0) } = answers[0] ?? {}
  const headerOf = (name: string) =>
    [...head.matchAll(new RegExp(`^${name}: (.*)$`, 'gim'))].map(([, value = '']) => value.trim())
  return {
    text: body.toString(),
    location: headerOf('location')[0] ?? '',
    cookies: headerOf('set-cookie').map((cookie) => cookie.split(';')[0] ?? ''),
  }
}

/** A new account with everything in it that the calls are about, and all kinds of callers. */
export async function prepare(running: RunningPortal, inside: Inside): Promise<KnownPortal> {
  const config = readConfig(running.env)
  const { origin, host } = config.publicUrl
  const account = await inside.anAccount('Edges')
  const [owner, viewer, operator] = await Promise.all([
    inside.aPerson(account, 'Owner'),
    inside.aPerson(account, 'Viewer'),
    inside.operator(),
  ])
  const home = { account: account.publicId }
  const key = await owner.call(createApiKey, { params: home, body: { name: 'A key', scope: 'publishAll' } })
  const agent = await owner.call(createApiKey, { params: home, body: { name: 'An agent', scope: 'read' } })
  const { publicId: storybook } = await owner.call(createStorybook, {
    params: home,
    body: { title: 'Known' },
  })
  const zip = aStorybookZip()
  const book = { ...home, storybook }
  const fields = { Branch: 'main', Commit: 'abcdef', Release: 'v1' }
  const { versionPublicId: version } = await owner.call(publishVersion, {
    params: book,
    form: aForm(zip, fields),
  })
  const { ticket } = await owner.call(refreshViewerSession, { params: { ...book, version } })
  await owner.call(allowShareLinks, { params: home, body: { allowed: true, viewersMayCompose: true } })
  const share = await owner.call(createShareLink, { params: book, body: { version } })
  const byKey = createClient({ baseUrl: running.origin, headers: () => ({ 'x-api-key': agent.key }) })
  const composition = await byKey(createComposition, {
    params: home,
    body: { origin: 'http://localhost:6006', storybooks: [{ storybook }] },
  })
  const viewerHost = new URL(config.viewerUrl.replace('{version}', version)).host
  const composeHost = new URL(config.viewerUrl.replace('{version}', 'compose')).host
  const composedHosts = Object.values(composition.refs).map(({ url }) => new URL(url).host)

  const session = await ask(running, {
    method: 'POST',
    target: '/.plinth/session',
    host: viewerHost,
    headers: [`Origin: ${origin}`, 'Content-Type: application/json'],
    body: JSON.stringify({ ticket }),
  })
  const composed = await ask(running, {
    method: 'GET',
    target: `/${storybook}/index.json`,
    host: composeHost,
    headers: ['Origin: http://localhost:6006'],
  })
  const signIn = await startSignIn(running, host, origin, config.identity.clientId)
  const agentRequest = await startAgentRequest(running, host, origin, account.publicId)
  const purchase = await aPurchase(running, inside)
  const request = /request=([\w.-]+)/.exec(composed.text)?.[1] ?? 'x'
  return {
    origin,
    host,
    viewerHosts: [viewerHost, viewerHost, composeHost, ...composedHosts],
    callers: {
      nobody: '',
      owner: `Authorization: Bearer ${owner.token}`,
      viewer: `Authorization: Bearer ${viewer.token}`,
      operator: `Authorization: Bearer ${operator.token}`,
      key: `X-API-Key: ${key.key}`,
      agent: `Authorization: Bearer ${agent.key}`,
      marketplace: `Authorization: Bearer ${purchase.webhook}`,
      fulfillment: `Authorization: Bearer ${purchase.api}`,
    },
    cookies: [...session.cookies, ...composed.cookies, ...signIn.cookies, ...agentRequest.cookies],
    values: {
      account: [account.publicId],
      storybook: [storybook],
      version: [version, version, 'latest'],
      from: [version],
      to: [version],
      before: [version, '1'],
      branch: ['main'],
      commit: ['abcdef'],
      release: ['v1'],
      component: ['button', 'card'],
      story: ['button--primary'],
      page: ['button--docs'],
      oid: [viewer.person.objectId, owner.person.objectId],
      person: [owner.person.objectId],
      uid: [signIn.uid, agentRequest.uid],
      client_id: [config.identity.clientId, agentRequest.clientId],
      redirect_uri: [`${origin}/redirect.html`, 'http://localhost/callback'],
      resource: [`${origin}/api/v1/account/${account.publicId}/mcp`],
      secret: [share.url.split('#')[1] ?? ''],
      request: [request],
      ticket: [ticket],
      origin: ['http://localhost:6006'],
      token: [purchase.landing],
      planId: ['team', 'business'],
      subscription: purchase.subscriptions,
      subscriptionId: purchase.subscriptions,
      // Nothing listens there.
      url: ['http://127.0.0.1:9/', 'https://[::1]:9/'],
    },
    operations: readOperations(
      (await (await fetch(`${running.origin}/api/v1/openapi.json`)).json()) as OpenApi,
    ),
    tools: await toolsOf(running, account.publicId, agent.key),
    zip,
  }
}

/** Up to the page that asks who it is. */
async function startSignIn(running: RunningPortal, host: string, origin: string, clientId: string) {
  const query = new URLSearchParams({
    client_id: clientId,
    state: 'x',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${origin}/redirect.html`,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const { location, cookies } = await ask(running, {
    method: 'GET',
    target: `/idp/auth?${query.toString()}`,
    host,
  })
  return { uid: location.split('/').at(-1) ?? 'x', cookies }
}

/** Up to the page that asks a person whether an agent may read the account. */
async function startAgentRequest(running: RunningPortal, host: string, origin: string, account: string) {
  const { text } = await ask(running, {
    method: 'POST',
    target: '/oauth/register',
    host,
    headers: ['Content-Type: application/json'],
    body: JSON.stringify({ redirect_uris: ['http://localhost/callback'], client_name: 'x' }),
  })
  const { client_id: clientId } = JSON.parse(text) as { client_id: string }
  const query = new URLSearchParams({
    client_id: clientId,
    state: 'x',
    response_type: 'code',
    redirect_uri: 'http://localhost/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    resource: `${origin}/api/v1/account/${account}/mcp`,
  })
  const { location, cookies } = await ask(running, {
    method: 'GET',
    target: `/oauth/authorize?${query.toString()}`,
    host,
  })
  return { clientId, uid: location.split('/')[2] ?? 'x', cookies }
}

/** What the marketplace sends to the portal and the portal to the marketplace, and a purchase to talk about. */
async function aPurchase(running: RunningPortal, { db }: Inside) {
  const config = readConfig(running.env)
  const { marketplace } = config
  if (!marketplace) throw new Error('the portal has no marketplace')
  const [{ value: key }] = await loadKeys(db, providerKeys)
  const secret = await loadOrCreateSecret(db, 'embedded-marketplace', () => '')
  const tokens = marketplaceTokens(marketplace, secret, embeddedIssuer(config, marketplace), {
    keys: () => [key],
  })
  const { host, origin } = config.publicUrl
  const issued = await tokens.issueForApi(marketplace.clientId, secret)
  const api = issued?.token ?? ''
  const { location } = await ask(running, {
    method: 'POST',
    target: '/marketplace/subscriptions',
    host,
    headers: [`Origin: ${origin}`, 'Content-Type: application/x-www-form-urlencoded'],
    body: 'tenant=&domain=org.example&plan=team&seats=3',
  })
  const list = await ask(running, {
    method: 'GET',
    target: '/marketplace/api/saas/subscriptions?api-version=2018-08-31',
    host,
    headers: [`Authorization: Bearer ${api}`],
  })
  const { subscriptions } = JSON.parse(list.text) as { subscriptions: { id: string }[] }
  return {
    webhook: await tokens.issueForWebhook(),
    api,
    landing: new URL(location, origin).searchParams.get('token') ?? '',
    subscriptions: subscriptions.map(({ id }) => id),
  }
}

async function toolsOf({ origin }: RunningPortal, account: string, key: string): Promise<Tool[]> {
  const response = await fetch(`${origin}/api/v1/account/${account}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  const text = await response.text()
  const message = JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}')) as {
    result: { tools: { name: string; inputSchema: Tool['schema'] }[] }
  }
  return message.result.tools.map(({ name, inputSchema }) => ({ name, schema: inputSchema }))
}
