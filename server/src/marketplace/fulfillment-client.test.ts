import type { ServerResponse } from 'node:http'

import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'

import { problemFromError } from '../http/problem-from-error.ts'
import { aPurchase, triggerSilently } from '../testing/purchases.ts'
import { aPerson, testPortal } from '../testing/test-app.ts'
import { fakeMarketplace, json } from '../testing/vendor-emulator.ts'
import type { Seen } from '../testing/vendor-emulator.ts'
import { accessTokens } from './access-token.ts'
import { MarketplaceRefusal, MarketplaceUnavailable } from './errors.ts'
import { fulfillmentClient } from './fulfillment-client.ts'
import { marketplaceRequests } from './requests.ts'
import type { Timing } from './requests.ts'

const unknown = '00000000-0000-4000-8000-000000000000'

const client = async () => (await testPortal()).services.marketplace.fulfillment

describe('against the embedded marketplace', () => {
  test('a purchase is resolved and activated once; then it is refused, as after another plan or quantity', async () => {
    const { resolve, activate, findSubscription } = await client()
    const person = await aPerson()
    const { id, token } = await aPurchase(person, { seats: 7 })
    await expect(resolve(token)).resolves.toMatchObject({
      id,
      planId: 'team',
      quantity: 7,
      subscription: { status: 'PendingFulfillmentStart', beneficiaryTenantId: person.tenantId },
    })
    await expect(activate(id, { planId: 'business', quantity: 7 })).resolves.toBe(false)
    await expect(activate(id, { planId: 'team', quantity: 8 })).resolves.toBe(false)
    await expect(activate(id, { planId: 'team', quantity: 7 })).resolves.toBe(true)
    await expect(activate(id, { planId: 'team', quantity: 7 })).resolves.toBe(false)
    await expect(findSubscription(id)).resolves.toMatchObject({ status: 'Subscribed', quantity: 7 })
  })

  test('what is unknown is undefined or refused', async () => {
    const { resolve, activate, findSubscription, findOperation, settleOperation } = await client()
    await expect(resolve('nonsense')).resolves.toBeUndefined()
    await expect(findSubscription(unknown)).resolves.toBeUndefined()
    await expect(findSubscription('no id')).resolves.toBeUndefined()
    await expect(activate(unknown, { planId: 'team', quantity: 1 })).resolves.toBe(false)
    await expect(findOperation(unknown, unknown)).resolves.toBeUndefined()
    await expect(settleOperation(unknown, unknown, 'Success')).resolves.toBe(false)
  })

  test('a change is an operation that is watched, decided once, and then in force', async () => {
    const marketplace = await client()
    const { id } = await aPurchase(await aPerson())
    await marketplace.activate(id, { planId: 'team', quantity: 5 })
    await expect(marketplace.listPlans(id)).resolves.toContainEqual({
      planId: 'business',
      displayName: 'Business',
    })
    const operation = await triggerSilently(id, 'ChangePlan', { planId: 'business' })
    await expect(marketplace.listOperations(id)).resolves.toMatchObject([
      { id: operation.id, action: 'ChangePlan', status: 'InProgress', planId: 'business' },
    ])
    await expect(marketplace.changeSubscription(id, { quantity: 9 })).rejects.toBeInstanceOf(
      MarketplaceRefusal,
    )
    await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ planId: 'team' })
    await expect(marketplace.settleOperation(id, operation.id, 'Success')).resolves.toBe(true)
    await expect(marketplace.settleOperation(id, operation.id, 'Failure')).resolves.toBe(false)
    await expect(marketplace.findOperation(id, operation.id)).resolves.toMatchObject({ status: 'Succeeded' })
    await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ planId: 'business' })
    await expect(marketplace.listOperations(id)).resolves.toEqual([])
  })

  test('a change that is refused stays away; one that nobody decides is in force after ten seconds', async () => {
    const { db } = await testPortal()
    const marketplace = await client()
    const { id } = await aPurchase(await aPerson())
    await marketplace.activate(id, { planId: 'team', quantity: 5 })
    const refused = await triggerSilently(id, 'ChangeQuantity', { quantity: 50 })
    await marketplace.settleOperation(id, refused.id, 'Failure')
    await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ quantity: 5 })
    const left = await triggerSilently(id, 'ChangeQuantity', { quantity: 60 })
    await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ quantity: 5 })
    await sql`UPDATE emulated_operations SET created_at = now() - interval '10 seconds' WHERE id = ${left.id}`.execute(
      db,
    )
    await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ quantity: 60 })
  })

  test('changes and cancellations asked for by the portal answer where to watch them', async () => {
    const marketplace = await client()
    const { id } = await aPurchase(await aPerson())
    await marketplace.activate(id, { planId: 'team', quantity: 5 })
    await expect(marketplace.changeSubscription(id, { quantity: 6 })).resolves.toContain(`${id}/operations/`)
    await expect.poll(async () => (await marketplace.listOperations(id)).length).toBe(0)
    await expect(marketplace.cancelSubscription(id)).resolves.toContain(`${id}/operations/`)
    await expect(marketplace.findSubscription(id)).resolves.toMatchObject({ status: 'Unsubscribed' })
  })

  test('all subscriptions are listed, over several pages', async () => {
    const { db } = await testPortal()
    const { listSubscriptions } = await client()
    await sql`INSERT INTO emulated_subscriptions (name, plan_id, quantity, organisation, tenant_id, email)
      SELECT 'Many', 'team', 1, 'Many', ${unknown}, '' FROM generate_series(1, 250)`.execute(db)
    const all = await listSubscriptions()
    expect(all.length).toBeGreaterThanOrEqual(250)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  test('nobody uses its API without a token of its own', async () => {
    const { origin, config } = await testPortal()
    const home = `${origin}/marketplace/api/saas/subscriptions`
    const bare = await fetch(`${home}?api-version=2018-08-31`)
    expect(bare.status).toBe(403)
    const wrong = await fetch(config.marketplace?.tokenUrl ?? '', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: config.marketplace?.clientId ?? '',
        client_secret: 'guessed',
      }),
    })
    expect(wrong.status).toBe(401)
  })
})

const quick: Partial<Timing> = { firstPause: 1, longestPause: 50, timeoutMs: 500 }
let close = async () => {}
afterEach(() => close())

async function against(reply: (seen: Seen, response: ServerResponse) => void, expiresIn?: unknown) {
  const fake = await fakeMarketplace(reply, expiresIn)
  close = fake.close
  const tokens = accessTokens(fake.settings, 'very-secret')
  return { ...fake, client: fulfillmentClient(fake.settings.url, marketplaceRequests(tokens, quick)) }
}

const sample = {
  id: 'a',
  name: ' Padded ',
  offerId: 'offer',
  planId: 'gold',
  quantity: '',
  saasSubscriptionStatus: ' Subscribed ',
  beneficiary: { emailId: 'a@b.c', tenantId: 'ABC' },
}

describe('against a service with the vendor emulator’s differences', () => {
  test('bare arrays, padded statuses and every way to write a quantity are read', async () => {
    const quantities = ['', null, undefined, 5, '20', ' 7 ', 'many']
    const { client } = await against((seen, response) =>
      seen.url.pathname.endsWith('/operations')
        ? json(response, [{ id: 1, action: 'ChangePlan', quantity: '3' }])
        : json(
            response,
            quantities.map((quantity) => Object.assign({}, sample, { quantity })),
          ),
    )
    const all = await client.listSubscriptions()
    expect(all.map(({ quantity }) => quantity)).toEqual([null, null, null, 5, 20, 7, null])
    expect(all[0]).toMatchObject({ name: 'Padded', status: 'Subscribed', beneficiaryTenantId: 'abc' })
    await expect(client.listOperations('a')).resolves.toMatchObject([{ id: '1', quantity: 3 }])
  })

  test.each(['', '{}', '[]', '{"subscriptions":null}', '{"subscriptions":[],"@nextLink":""}'])(
    'no subscriptions: %j',
    async (body) => {
      const { client } = await against((_, response) => void response.end(body))
      await expect(client.listSubscriptions()).resolves.toEqual([])
    },
  )

  test('activating twice is fine, and a token arrives as it was before spaces and escapes', async () => {
    const { client, seen } = await against((_, response) => json(response, { id: 'a', subscription: sample }))
    await expect(client.activate('a', { planId: 'gold', quantity: null })).resolves.toBe(true)
    await expect(client.activate('a', { planId: 'gold', quantity: null })).resolves.toBe(true)
    await client.resolve('ab cd/e==')
    await client.resolve('ab%2Bcd%2Fe%3D%3D')
    expect(seen.map(({ headers }) => headers['x-ms-marketplace-token']).slice(2)).toEqual([
      'ab+cd/e==',
      'ab+cd/e==',
    ])
    expect(seen[0]?.body).toBe('{"planId":"gold"}')
    expect(seen[0]?.url.searchParams.get('api-version')).toBe('2018-08-31')
  })

  test('where nothing is read from an answer, any answer will do', async () => {
    const { client } = await against((_, response) => void response.end('OK'))
    await expect(client.activate('a', { planId: 'gold', quantity: null })).resolves.toBe(true)
    await expect(client.settleOperation('a', 'b', 'Success')).resolves.toBe(true)
    await expect(client.cancelSubscription('a')).resolves.toBeNull()
    await expect(client.findSubscription('a')).rejects.toBeInstanceOf(MarketplaceUnavailable)
  })

  test('nor does it matter that such an answer breaks off', async () => {
    const { client, seen } = await against((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => response.destroy(), 5)
    })
    await expect(client.activate('a', { planId: 'gold', quantity: null })).resolves.toBe(true)
    expect(seen).toHaveLength(1)
    await expect(client.findSubscription('a')).rejects.toBeInstanceOf(MarketplaceUnavailable)
  })

  test('what is of another kind than documented is as good as missing', async () => {
    const odd = { id: 'a', name: 5, quantity: {}, beneficiary: 'x', created: 0, lastModified: 'soon' }
    const { client } = await against((_, response) => json(response, odd))
    await expect(client.findSubscription('a')).resolves.toEqual({
      id: 'a',
      name: undefined,
      offerId: '',
      planId: '',
      quantity: null,
      status: 'Unknown',
      created: undefined,
      lastModified: undefined,
      beneficiaryTenantId: undefined,
      beneficiaryEmail: undefined,
    })
  })

  test('ids stay one part of the address, whatever they hold', async () => {
    const { client, seen } = await against((_, response) => json(response, sample))
    await client.findSubscription('../../admin?x=1#y')
    expect(seen[0]?.url.pathname).toBe('/api/saas/subscriptions/..%2F..%2Fadmin%3Fx%3D1%23y')
  })
})

describe('a service that is busy, away or strange', () => {
  test('is asked again after 429 and 5xx, as soon as it says', async () => {
    let left = 3
    const { client, seen } = await against((_, response) => {
      left -= 1
      if (left === 2) return void response.writeHead(429, { 'retry-after': '0' }).end()
      if (left === 1) return void response.writeHead(503).end()
      return json(response, sample)
    })
    await expect(client.findSubscription('a')).resolves.toMatchObject({ id: 'a' })
    expect(seen).toHaveLength(3)
  })

  test.each([
    ['keeps failing', (response: ServerResponse) => void response.writeHead(500).end(), 4],
    ['never answers', () => {}, 4],
    ['hangs up', (response: ServerResponse) => void response.destroy(), 4],
    ['asks for a long pause', (r: ServerResponse) => void r.writeHead(429, { 'retry-after': '60' }).end(), 1],
    ['redirects', (r: ServerResponse) => void r.writeHead(302, { location: 'http://evil.example' }).end(), 1],
    ['sends no JSON', (response: ServerResponse) => void response.end('<html>'), 1],
    ['sends something else', (response: ServerResponse) => json(response, { hello: 1 }), 1],
  ])('is unavailable if it %s', async (_, answer, calls) => {
    const { client, seen } = await against((_seen, response) => answer(response))
    const failure = await client.findSubscription('a').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MarketplaceUnavailable)
    expect(problemFromError(failure)).toMatchObject({ code: 'marketplace_unavailable', status: 502 })
    expect(seen).toHaveLength(calls)
  })

  test('is not asked twice for what could happen twice', async () => {
    const { client, seen } = await against((_, response) => void response.writeHead(500).end())
    await expect(client.changeSubscription('a', { quantity: 2 })).rejects.toBeInstanceOf(
      MarketplaceUnavailable,
    )
    await expect(client.cancelSubscription('a')).rejects.toBeInstanceOf(MarketplaceUnavailable)
    expect(seen).toHaveLength(2)
  })

  test.each([
    'http://evil.example/api/saas/subscriptions?x',
    '/api/other',
    '//evil.example/',
    '/api/saas/subscriptionsx',
  ])('cannot lead the portal to %s', async (link) => {
    const { client, seen } = await against((_, response) =>
      json(response, { subscriptions: [sample], '@nextLink': link }),
    )
    await expect(client.listSubscriptions()).rejects.toBeInstanceOf(MarketplaceUnavailable)
    expect(seen).toHaveLength(1)
  })
})

describe('the access token', () => {
  test('is asked for once by many calls, and again when it is refused', async () => {
    let isRefused = false
    const { client, seen, tokensIssued } = await against((one, response) => {
      if (isRefused && one.headers.authorization === 'Bearer token-1')
        return void response.writeHead(401).end()
      return json(response, sample)
    })
    await Promise.all(Array.from({ length: 20 }, () => client.findSubscription('a')))
    expect(tokensIssued()).toBe(1)
    isRefused = true
    await client.findSubscription('a')
    expect(tokensIssued()).toBe(2)
    expect(seen.at(-1)?.headers.authorization).toBe('Bearer token-2')
  })

  test.each([['3600'], [3600], ['nonsense'], [undefined]])(
    'is renewed in time if it lasts %j seconds',
    async (lasts) => {
      const fake = await fakeMarketplace((_, response) => json(response, {}), lasts)
      close = fake.close
      let now = 0
      const tokens = accessTokens(fake.settings, 'very-secret', () => now)
      await expect(tokens.current()).resolves.toBe('token-1')
      now = 60_000
      await expect(tokens.current()).resolves.toBe('token-1')
      now = 56 * 60_000
      await expect(tokens.current()).resolves.toBe('token-2')
    },
  )

  test('that cannot be had makes the marketplace unavailable, and the secret is in no error', async () => {
    const { settings } = await fakeMarketplace((_, response) => json(response, {}))
    const tokens = accessTokens({ ...settings, tokenUrl: 'http://127.0.0.1:1/token' }, 'very-secret')
    const failure = await tokens.current().catch((error: unknown) => error as MarketplaceUnavailable)
    expect(failure).toBeInstanceOf(MarketplaceUnavailable)
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('very-secret')
  })
})
