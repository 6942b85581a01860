import { createHmac } from 'node:crypto'

import { listAudit } from '@plinth/contract/audit.ts'
import { listOperations, receiveWebhook } from '@plinth/contract/marketplace.ts'
import { listSubscriptions, signUp } from '@plinth/contract/subscriptions.ts'
import { SignJWT, exportSPKI, generateKeyPair, importJWK } from 'jose'
import type { JWTPayload } from 'jose'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { decideOverdue } from '../../embedded/marketplace/operations.ts'
import { presentWebhook } from '../../embedded/marketplace/present.ts'
import { findSubscription } from '../../embedded/marketplace/store.ts'
import { embeddedIssuer } from '../../marketplace/marketplace.ts'
import { marketplaceService } from '../../settings/marketplace-settings.ts'
import { findProviderKey } from '../../testing/access-token.ts'
import { aPurchase, triggerOperation, triggerSilently } from '../../testing/purchases.ts'
import { aPerson, anAdministrator, callAs, testPortal, tokenOf } from '../../testing/test-app.ts'
import { retryUnsettledOperations } from './settle-operation.ts'

async function aCustomer() {
  const person = await aPerson()
  const call = await callAs(person)
  const { id, token } = await aPurchase(person)
  const { accountPublicId: account } = await call(signUp, { body: { token, organizationName: null } })
  const subscription = async () => (await call(listSubscriptions, { params: { account } }))[0]
  return { person, call, id, account, subscription }
}

async function claimsOfMarketplace(): Promise<JWTPayload> {
  const { config } = await testPortal()
  const settings = config.marketplace
  if (!settings) throw new Error('there is a marketplace in tests')
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: embeddedIssuer(config, settings),
    aud: settings.clientId,
    tid: settings.tenantId,
    appid: marketplaceService,
    iat: now,
    exp: now + 600,
  }
}

async function webhookToken(claims: Record<string, unknown> = {}) {
  const { db } = await testPortal()
  const signing = await findProviderKey(db)
  return new SignJWT({ ...(await claimsOfMarketplace()), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: signing.kid ?? '' })
    .sign(await importJWK(signing, 'RS256'))
}

async function post(body: unknown, token: string | undefined) {
  const { origin } = await testPortal()
  const response = await fetch(origin + receiveWebhook.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function messageOf(operation: Awaited<ReturnType<typeof triggerSilently>>) {
  const { db } = await testPortal()
  const subscription = await findSubscription(db, operation.subscription_id)
  if (!subscription) throw new Error('it was subscription')
  return presentWebhook(operation, subscription)
}

const applied = async (account: string) => {
  const { call } = await anAdministrator()
  const entries = await call(listAudit, { query: { account, action: 'operation.applied', limit: 1000 } })
  return entries.map(({ subject }) => subject.split(' ')[0]).toReversed()
}

test('changes at the marketplace appear in the account', async () => {
  const { id, account, subscription } = await aCustomer()
  await triggerOperation(id, 'ChangePlan', { planId: 'business' })
  await expect.poll(subscription).toMatchObject({ planId: 'business', status: 'Subscribed' })
  await triggerOperation(id, 'ChangeQuantity', { quantity: 25 })
  await expect.poll(subscription).toMatchObject({ quantity: 25 })
  await triggerOperation(id, 'Suspend')
  await expect.poll(subscription).toMatchObject({ status: 'Suspended' })
  await triggerOperation(id, 'Reinstate')
  await expect.poll(subscription).toMatchObject({ status: 'Subscribed' })
  await triggerOperation(id, 'Renew')
  await expect.poll(() => applied(account)).toContain('Renew')
  await triggerOperation(id, 'Unsubscribe')
  await expect.poll(subscription).toMatchObject({ status: 'Unsubscribed', planId: 'business', quantity: 25 })
  await expect
    .poll(() => applied(account))
    .toEqual(['ChangePlan', 'ChangeQuantity', 'Suspend', 'Reinstate', 'Renew', 'Unsubscribe'])
  const { call: admin } = await anAdministrator()
  const operations = await admin(listOperations, { params: { subscription: id } })
  expect(operations).toHaveLength(6)
  expect(operations.every(({ settledAt }) => settledAt !== null)).toBe(true)
})

test('five hundred repeated and shuffled webhooks are each applied once, and the final state is right', async () => {
  const { id, account, subscription } = await aCustomer()
  const messages: Awaited<ReturnType<typeof messageOf>>[] = []
  for (let i = 0; i < 4; i++) {
    messages.push(await messageOf(await triggerSilently(id, 'Suspend')))
    const reinstate = await triggerSilently(id, 'Reinstate')
    messages.push(await messageOf(reinstate))
    await decide(reinstate.id)
    const change = await triggerSilently(id, 'ChangeQuantity', { quantity: 100 + i })
    messages.push(await messageOf(change))
    await decide(change.id)
  }
  messages.push(await messageOf(await triggerSilently(id, 'Suspend')))
  const sent = Array.from({ length: 500 }, (_, i) => messages[i % messages.length])
  for (let i = sent.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1))
    ;[sent[i], sent[j]] = [sent[j], sent[i]]
  }
  const token = await webhookToken()
  const answers = await Promise.all(sent.map((message) => post(message, token)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  await expect.poll(() => applied(account)).toHaveLength(messages.length)
  expect(await subscription()).toMatchObject({ status: 'Suspended', quantity: 103 })
})

/** Accepts the operation at the marketplace without telling the portal. */
async function decide(operationId: string) {
  const { db } = await testPortal()
  await sql`UPDATE emulated_operations SET created_at = created_at - interval '11 seconds'
    WHERE id = ${operationId}`.execute(db)
  await decideOverdue(db)
}

test('an unknown action is recorded and acknowledged', async () => {
  const { db } = await testPortal()
  const { id, account, subscription } = await aCustomer()
  const operation = await triggerSilently(id, 'Renew')
  await sql`UPDATE emulated_operations SET action = 'Rebrand' WHERE id = ${operation.id}`.execute(db)
  const { id: operationId } = operation
  // The smallest valid message.
  const message = { id: operationId, subscriptionId: id, action: 'Rebrand' }
  await expect(post(message, await webhookToken())).resolves.toMatchObject({ status: 200 })
  await expect(post(message, await webhookToken())).resolves.toMatchObject({ body: { status: 'repeated' } })
  await expect(applied(account)).resolves.toEqual(['Rebrand'])
  expect(await subscription()).toMatchObject({ status: 'Subscribed' })
})

test('tokens with appid and tokens with azp are accepted', async () => {
  const { id } = await aCustomer()
  const message = await messageOf(await triggerSilently(id, 'Renew'))
  const token = await webhookToken({ appid: undefined, azp: marketplaceService, ver: '2.0' })
  await expect(post(message, token)).resolves.toMatchObject({ status: 200 })
})

test('an operation is settled later if the portal stopped after acknowledging it', async () => {
  const { db, services } = await testPortal()
  const { id, account, subscription } = await aCustomer()
  const { id: operationId } = await triggerSilently(id, 'ChangePlan', { planId: 'enterprise' })
  await sql`INSERT INTO marketplace_operations (id, subscription_external_id, action, payload, received_at)
    VALUES (${operationId}, ${id}, 'ChangePlan', '{}', now() - interval '1 minute')`.execute(db)
  await Promise.all([retryUnsettledOperations(services), retryUnsettledOperations(services)])
  expect(await subscription()).toMatchObject({ planId: 'enterprise' })
  await expect(applied(account)).resolves.toEqual(['ChangePlan'])
})

async function aSuspension() {
  const customer = await aCustomer()
  return { ...customer, message: await messageOf(await triggerSilently(customer.id, 'Suspend')) }
}

const unchanged = (message: object): unknown => message

/** How a message about a suspension is answered, and the subscription after that. */
async function outcomeOf(token: string | undefined, change = unchanged) {
  const { account, subscription, message } = await aSuspension()
  const { status } = await post(change(message), token)
  return { status, subscription: (await subscription())?.status, applied: await applied(account) }
}

const refusedWith = (status: number) => ({ status, subscription: 'Subscribed', applied: [] })

test('a genuine message is applied', async () => {
  expect(await outcomeOf(await webhookToken())).toEqual({
    status: 200,
    subscription: 'Suspended',
    applied: ['Suspend'],
  })
})

describe('a webhook is refused and changes nothing:', () => {
  test.each([
    ['no token', () => undefined],
    ['a malformed token', () => 'a.b.c'],
    ['another audience', () => webhookToken({ aud: 'somebody-else' })],
    ['another tenant', () => webhookToken({ tid: '11111111-1111-4111-8111-111111111111' })],
    ['another sender', () => webhookToken({ appid: '11111111-1111-4111-8111-111111111111' })],
    ['no sender', () => webhookToken({ appid: undefined })],
    ['another issuer', () => webhookToken({ iss: 'https://sts.windows.net/evil/' })],
    ['an expired token', () => webhookToken({ exp: Math.floor(Date.now() / 1000) - 120 })],
    ['a token that never expires', () => webhookToken({ exp: undefined })],
    ['a person’s access token', async () => tokenOf(await aPerson(), { appid: marketplaceService })],
  ])('%s', async (_, token) => {
    expect(await outcomeOf(await token())).toEqual(refusedWith(401))
  })

  test('a token without a signature', async () => {
    const [, payload] = (await webhookToken()).split('.')
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    expect(await outcomeOf(`${header}.${payload}.`)).toEqual(refusedWith(401))
  })

  test('a token signed with the public key as a shared secret', async () => {
    const { db } = await testPortal()
    const signing = await findProviderKey(db)
    const { kty, n, e } = signing
    const publicKey = await importJWK({ kty, n, e, alg: 'RS256' } as never, 'RS256', { extractable: true })
    const [, payload] = (await webhookToken()).split('.')
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', kid: signing.kid })).toString('base64url')
    const signature = createHmac('sha256', await exportSPKI(publicKey))
      .update(`${header}.${payload}`)
      .digest('base64url')
    expect(await outcomeOf(`${header}.${payload}.${signature}`)).toEqual(refusedWith(401))
  })

  test('a token signed by another key with our key’s id', async () => {
    const { db } = await testPortal()
    const signing = await findProviderKey(db)
    const { privateKey } = await generateKeyPair('RS256')
    const token = await new SignJWT(await claimsOfMarketplace())
      .setProtectedHeader({ alg: 'RS256', kid: signing.kid ?? '' })
      .sign(privateKey)
    expect(await outcomeOf(token)).toEqual(refusedWith(401))
  })

  test('an operation unknown to the marketplace', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const outcome = await outcomeOf(await webhookToken(), (message) => ({ ...message, id }))
    expect(outcome).toEqual(refusedWith(400))
  })

  test('another customer’s operation', async () => {
    const other = await aSuspension()
    const subscriptionId = other.id
    const outcome = await outcomeOf(await webhookToken(), (message) => ({ ...message, subscriptionId }))
    expect(outcome).toEqual(refusedWith(400))
    expect(await other.subscription()).toMatchObject({ status: 'Subscribed' })
  })

  test('an operation with another action', async () => {
    const outcome = await outcomeOf(await webhookToken(), (message) => ({
      ...message,
      action: 'Unsubscribe',
    }))
    expect(outcome).toEqual(refusedWith(400))
  })

  test.each([
    {},
    [],
    null,
    'x',
    { id: 1 },
    { id: 'a', action: 'Suspend' },
    { id: {}, subscriptionId: 'a', action: 'b' },
  ])('the message %j', async (message) => {
    const outcome = await outcomeOf(await webhookToken(), () => JSON.stringify(message))
    expect(outcome).toEqual(refusedWith(400))
  })

  test('a body that is not JSON', async () => {
    const outcome = await outcomeOf(await webhookToken(), () => '{"id":')
    expect(outcome).toEqual(refusedWith(400))
  })
})
