import { createApiKey } from '@plinth/contract/api-keys.ts'
import type { AnyEndpoint } from '@plinth/contract/endpoint.ts'
import { createStorybook, getStorybook, updateStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { insertMembership } from '../features/members/store.ts'
import { ensureUser } from '../identity/store.ts'
import { aForm } from '../testing/builds.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { anAccount, anAdministrator, aPerson, callAs, testPortal, tokenOf } from '../testing/test-app.ts'

/** A valid value for every field of the contract, so that one field at a time can be made invalid. */
const samples: Record<string, unknown> = {
  accept: true,
  action: 'account',
  actor: 'somebody',
  after: 'abcdef',
  allowed: true,
  before: '1',
  body: 'Words',
  branch: 'a-branch',
  commit: 'abcdef',
  component: 'button',
  comment: 'Why',
  days: 14,
  decision: 'accepted',
  delivery: '1',
  description: 'words',
  displayName: 'A person',
  email: 'person@org.example',
  end: null,
  environment: 'Chromium 1',
  events: ['release.named'],
  exceptions: [],
  folder: 'A folder',
  format: 'json',
  from: 'aversion',
  hash: 'a'.repeat(64),
  hours: 12,
  id: '1',
  invitationCode: 'abcdef',
  isAllowed: false,
  isChosen: true,
  isFavourite: true,
  isPinned: true,
  isResolved: true,
  job: 'ajob',
  kind: 'story',
  limit: '5',
  mainBranch: 'main',
  microsoftTenantId: null,
  name: 'A name',
  note: 'A note',
  of: [],
  offset: '0',
  oid: '11111111-1111-4111-8111-111111111111',
  only: 'releases',
  operation: '11111111-1111-4111-8111-111111111111',
  origin: 'http://localhost:6006',
  organizationName: 'An organisation',
  ownerEmail: null,
  planId: 'team',
  parentId: null,
  png: 'iVBORw0KGgo=',
  q: 'words',
  quantity: 1,
  release: 'v1',
  renewal: 'a.renewal',
  request: 'a.request',
  replacesUpTo: '2026-01-01T00:00:00.000Z',
  requiresReview: true,
  results: [],
  role: 'User',
  rule: { keepNewest: 5, inactiveDays: null },
  scope: 'publishChosen',
  search: 'a',
  secret: 'a-secret',
  sha256: 'a'.repeat(64),
  side: 'after',
  since: '2026-01-01T00:00:00Z',
  stories: [{ story: 'button--primary', variant: '', after: 'a'.repeat(64) }],
  story: 'button--primary',
  subscription: '11111111-1111-4111-8111-111111111111',
  tag: 'a-tag',
  tenant: '11111111-1111-4111-8111-111111111111',
  text: 'words',
  title: 'A title',
  to: 'aversion',
  token: 'a-token',
  uid: 'a-uid',
  until: '2026-01-01T00:00:00Z',
  // Nothing listens there.
  url: 'http://127.0.0.1:9/',
  viewersMayCompose: false,
  '*': 'index.html',
}

const inAddresses = [
  '%00',
  'a%00b',
  '%01',
  '%7f',
  '%c2%85',
  '%ED%A0%80',
  '0x10',
  '1e3',
  '%201',
  '%EF%BC%91',
  '-1',
]
const moreInAddresses = [
  '99999999999999999999',
  '9007199254740993',
  '..',
  '%2e%2e',
  '%0d%0ax:y',
  'x'.repeat(5000),
]
/** Ids with these characters cannot exist and are answered with 404. */
const isNoId = /%0|%7f|%c2/
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
/** As JSON. */
const inBodies = [
  '"\\u0000"',
  '"a\\u0000b@c.example"',
  '"\\ud800"',
  '"a\\udc00b"',
  '"\\u0007"',
  '"€\\r\\nx: y"',
  '1e400',
  '99999999999',
  '"0x10"',
  'null',
  '{"__proto__":1}',
]
const largeBodies = [nested(50_000), `"${'x'.repeat(100_000)}"`, `"${'x'.repeat(1_000_000)}"`]

/** Tokens of a person with every role, of the marketplace, of an agent and of a camera. */
async function callerWithAllRoles() {
  const { db, services } = await testPortal()
  const { person } = await anAdministrator()
  const account = await anAccount()
  await insertMembership(db, account.id, await ensureUser(db, person), 'Owner')
  const call = await callAs(person)
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Known' } })
  const published = await call(publishVersion, { params: { ...home, storybook }, form: aForm() })
  const ids = {
    account: account.publicId,
    storybook,
    storybooks: [storybook],
    version: published.versionPublicId,
  }
  const bearer = `Bearer ${await tokenOf(person)}`
  const webhook = `Bearer ${await services.embeddedMarketplace?.tokens.issueForWebhook()}`
  const { key } = await call(createApiKey, { params: home, body: { name: 'An agent', scope: 'read' } })
  const camera = `Bearer ${services.cameraTokens.own}`
  return { ids, bearer, webhook, agent: `Bearer ${key}`, camera }
}

const fieldsOf = (schema: unknown): string[] =>
  Object.keys(z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any', io: 'input' }).properties ?? {})

/** Whether the value is not accidentally the id of something to delete. */
const isHarmless = ({ method }: AnyEndpoint, field: string, value: string) =>
  method !== 'DELETE' || field !== 'id' || !/^\d+$/.test(value)

const long = { tags: ['long'] }

test('no value in any field of any call causes a server error', long, async () => {
  const { app, logLines } = await testPortal()
  const { ids, bearer, webhook, agent, camera } = await callerWithAllRoles()
  const bearers: Partial<Record<AnyEndpoint['access'], string>> = { marketplace: webhook, agent, camera }
  const sampleOf = (field: string) => {
    const sample: unknown = { ...samples, ...ids }[field]
    if (sample === undefined) throw new Error(`There is no sample for the field ${field}`)
    return sample
  }
  const pathOf = (endpoint: AnyEndpoint, change: Record<string, string> = {}) =>
    endpoint.path.replaceAll(
      /:(\w+)|\*/g,
      (match, name = match) => change[name] ?? (sampleOf(name) as string),
    )
  const failures: string[] = []
  const notMissing: number[] = []
  const send = async (endpoint: AnyEndpoint, path: string, body?: string) => {
    const headers = {
      authorization: bearers[endpoint.access] ?? bearer,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const { status } = await sendRequest(path, {
      method: endpoint.method,
      headers,
      ...(body ? { body } : {}),
    })
    if (status >= 500) failures.push(`${status} ${endpoint.method} ${path} ${body?.slice(0, 200) ?? ''}`)
    return status
  }

  for (const endpoint of app.endpoints) {
    const params = fieldsOf(endpoint.params)
    const query = fieldsOf(endpoint.query)
    const body = endpoint.form ? [] : fieldsOf(endpoint.body)
    for (const value of [...inAddresses, ...moreInAddresses]) {
      const fields = params.filter((field) => isHarmless(endpoint, field, value))
      const body =
        endpoint.form || endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : '{}'
      const statuses = await Promise.all(
        fields.map((field) => send(endpoint, pathOf(endpoint, { [field]: value }), body)),
      )
      if (isNoId.test(value) && endpoint.access !== 'marketplace')
        notMissing.push(...statuses.filter((status) => status !== 404))
      await Promise.all(query.map((field) => send(endpoint, `${pathOf(endpoint)}?${field}=${value}`)))
    }
    if (endpoint.method === 'GET' || endpoint.method === 'DELETE') continue
    const bodyWith = (field: string, value: string) => {
      const others = body.filter((name) => name !== field)
      const good = others.map((name) => `${JSON.stringify(name)}:${JSON.stringify(sampleOf(name))}`)
      return `{${[...good, `"${field}":${value}`].join(',')}}`
    }
    const bodies = [
      ...inBodies,
      ...largeBodies,
      ...body.flatMap((field) => inBodies.map((value) => bodyWith(field, value))),
      ...largeBodies.map((value) => bodyWith(body[0] ?? 'unknown', value)),
    ]
    await Promise.all(bodies.map((text) => send(endpoint, pathOf(endpoint), text)))
  }
  expect(failures).toEqual([])
  expect(notMissing).toEqual([])
  expect(logLines.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('numbers in URLs must be plain digits', async () => {
  const { ids, bearer } = await callerWithAllRoles()
  const made = await sendRequest(`/api/v1/account/${ids.account}/ApiKeys`, {
    method: 'POST',
    headers: { authorization: bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A key' }),
  })
  const { id } = createApiKey.reply.parse(JSON.parse(made.text))
  for (const written of [`0x${id.toString(16)}`, `${id}e0`, `%20${id}`, `0${id}`, `+${id}`, `${id}.0`]) {
    const { status } = await sendRequest(`/api/v1/account/${ids.account}/ApiKeys/${written}`, {
      method: 'DELETE',
      headers: { authorization: bearer },
    })
    expect({ written, status }).toEqual({ written, status: 404 })
  }
  const { status } = await sendRequest(`/api/v1/account/${ids.account}/audit?limit=0x10`, {
    headers: { authorization: bearer },
  })
  expect(status).toBe(400)
})

test('a description may have several lines, a title may not', async () => {
  const { ids, bearer } = await callerWithAllRoles()
  const { origin } = await testPortal()
  const send = (body: unknown) =>
    fetch(`${origin}/api/v1/account/${ids.account}/Storybooks/${ids.storybook}`, {
      method: updateStorybook.method,
      headers: { authorization: bearer, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const kept = await send({ title: ' Title ', description: 'one\r\n\ttwo 👋' })
  expect(getStorybook.reply.parse(await kept.json())).toMatchObject({
    title: 'Title',
    description: 'one\r\n\ttwo 👋',
  })
  const refused = await send({ title: 'one\ntwo' })
  expect(await refused.json()).toMatchObject({
    code: 'invalid_input',
    errors: [{ field: 'title', message: 'Control characters are not allowed' }],
  })
})

test('characters that cannot be stored are removed from names in tokens', async () => {
  const { origin } = await testPortal()
  const person = await aPerson()
  const token = await tokenOf(person, { name: 'A\0B\ud800', email: 'a\0@b.example' })
  const { status } = await fetch(`${origin}/api/v1/accounts`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(status).toBe(200)
})

const part = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

test('forms and webhooks with such text are refused', async () => {
  const { ids, bearer, webhook } = await callerWithAllRoles()
  const versions = `/api/v1/account/${ids.account}/Storybooks/${ids.storybook}/versions`
  for (const field of ['Message', 'Branch', 'Commit', 'BuildUrl']) {
    const value = field === 'BuildUrl' ? 'https://ci.example/\0' : 'a\0b'
    const body = `${part(field, value)}--b\r\ncontent-disposition: form-data; name="File"; filename="\0.zip"\r\n\r\nPK\r\n--b--`
    const { status, text } = await sendRequest(versions, {
      method: 'POST',
      headers: { authorization: bearer, 'content-type': 'multipart/form-data; boundary=b' },
      body,
    })
    expect({ field, status, text }).toMatchObject({
      status: 400,
      text: expect.stringContaining('invalid_input'),
    })
  }
  const message = { id: 'x', subscriptionId: '11111111-1111-4111-8111-111111111111', action: 'Renew' }
  for (const change of [
    { id: '\0' },
    { id: '..' },
    { subscriptionId: '\ud800' },
    { action: 'a\0' },
    { deep: '\0' },
  ]) {
    const { status } = await sendRequest('/api/v1/admin/marketplace/webhook', {
      method: 'POST',
      headers: { authorization: webhook, 'content-type': 'application/json' },
      body: JSON.stringify({ ...message, ...change }),
    })
    expect({ change, status }).toEqual({ change, status: 400 })
  }
})

test.each(['a%0Ab', 'a%0d%0ax: y', '€', '%E2%82%AC', '%00', ' '])(
  'the setup token %s is refused without a call to the marketplace',
  async (token) => {
    const { bearer } = await callerWithAllRoles()
    const { status, text } = await sendRequest('/api/v1/account/signup', {
      method: 'POST',
      headers: { authorization: bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ token, organizationName: null }),
    })
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining('purchase_invalid') })
  },
)

test.each([
  [
    'a sign-in with a NUL in its state',
    '/idp/auth?client_id=x&state=%00&response_type=code&scope=openid&redirect_uri=HOME/redirect.html&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
    undefined,
  ],
  ['an unknown code with a NUL', '/idp/token', 'grant_type=authorization_code&code=%00'],
  ['an unknown refresh token with a NUL', '/idp/token', 'grant_type=refresh_token&refresh_token=%00'],
  [
    'an agent with a NUL',
    '/oauth/authorize?client_id=%00&state=%00&redirect_uri=%00&resource=%00&code_challenge=%00',
    undefined,
  ],
  ['an agent’s code with a NUL', '/oauth/token', 'grant_type=authorization_code&client_id=%00&code=%00'],
  ['an agent’s token with a NUL', '/oauth/revoke', 'client_id=%00&token=%00'],
  ['an interaction with a NUL', '/idp/interaction/%00', 'name=%00&email=a@b.example'],
  ['a purchase with a NUL', '/marketplace/subscriptions', 'tenant=&domain=%00&plan=%00&seats=0x10'],
])('%s causes no server error', async (_, path, body) => {
  const { config } = await testPortal()
  const client = encodeURIComponent(config.identity.clientId)
  const { status } = await sendRequest(
    path.replace('client_id=x', `client_id=${client}`).replace('HOME', config.publicUrl.origin),
    {
      host: config.publicUrl.host,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        origin: config.publicUrl.origin,
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { body: path === '/idp/token' ? `${body}&client_id=${client}` : body }),
    },
  )
  expect(status).toBeLessThan(500)
})
