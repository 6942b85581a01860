import type { ServerResponse } from 'node:http'

import { afterEach, describe, expect, test } from 'vitest'

import { problemFromError } from '../http/problem-from-error.ts'
import { fakeMarketplace, json } from '../testing/vendor-emulator.ts'
import type { Seen } from '../testing/vendor-emulator.ts'
import { accessTokens } from './access-token.ts'
import { MarketplaceUnavailable } from './errors.ts'
import { fulfillmentClient } from './fulfillment-client.ts'
import { marketplaceRequests } from './requests.ts'
import type { RetryOptions } from './requests.ts'

const quick: Partial<RetryOptions> = { firstPauseMs: 1, maxPauseMs: 50, timeoutMs: 500 }
let close = async () => {}
afterEach(() => close())

async function clientOf(reply: (seen: Seen, response: ServerResponse) => void, expiresIn?: unknown) {
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

describe('a service that differs as the vendor’s emulator does', () => {
  test('bare arrays, padded statuses and all forms of a quantity are understood', async () => {
    const quantities = ['', null, undefined, 5, '20', ' 7 ', 'many']
    const { client } = await clientOf((seen, response) =>
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
      const { client } = await clientOf((_, response) => void response.end(body))
      await expect(client.listSubscriptions()).resolves.toEqual([])
    },
  )

  test('activating twice is fine, and an encoded token is decoded', async () => {
    const { client, seen } = await clientOf((_, response) =>
      json(response, { id: 'a', subscription: sample }),
    )
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

  test('calls that need no response body accept any body', async () => {
    const { client } = await clientOf((_, response) => void response.end('OK'))
    await expect(client.activate('a', { planId: 'gold', quantity: null })).resolves.toBe(true)
    await expect(client.settleOperation('a', 'b', 'Success')).resolves.toBe(true)
    await expect(client.cancelSubscription('a')).resolves.toBeNull()
    await expect(client.findSubscription('a')).rejects.toBeInstanceOf(MarketplaceUnavailable)
  })

  test('calls that need no response body accept one that breaks off', async () => {
    const { client, seen } = await clientOf((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => response.destroy(), 5)
    })
    await expect(client.activate('a', { planId: 'gold', quantity: null })).resolves.toBe(true)
    expect(seen).toHaveLength(1)
    await expect(client.findSubscription('a')).rejects.toBeInstanceOf(MarketplaceUnavailable)
  })

  test('values of an undocumented type are treated as missing', async () => {
    const odd = { id: 'a', name: 5, quantity: {}, beneficiary: 'x', created: 0, lastModified: 'soon' }
    const { client } = await clientOf((_, response) => json(response, odd))
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

  test('ids are one path segment, whatever they contain', async () => {
    const { client, seen } = await clientOf((_, response) => json(response, sample))
    await client.findSubscription('../../admin?x=1#y')
    expect(seen[0]?.url.pathname).toBe('/api/saas/subscriptions/..%2F..%2Fadmin%3Fx%3D1%23y')
  })
})

describe('a service that is busy, unavailable or faulty', () => {
  test('is retried after 429 and 5xx, respecting Retry-After', async () => {
    let left = 3
    const { client, seen } = await clientOf((_, response) => {
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
    const { client, seen } = await clientOf((_seen, response) => answer(response))
    const failure = await client.findSubscription('a').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MarketplaceUnavailable)
    expect(problemFromError(failure)).toMatchObject({ code: 'marketplace_unavailable', status: 502 })
    expect(seen).toHaveLength(calls)
  })

  test('gets no retry of calls that could take effect twice', async () => {
    const { client, seen } = await clientOf((_, response) => void response.writeHead(500).end())
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
  ])('cannot redirect the portal to %s', async (link) => {
    const { client, seen } = await clientOf((_, response) =>
      json(response, { subscriptions: [sample], '@nextLink': link }),
    )
    await expect(client.listSubscriptions()).rejects.toBeInstanceOf(MarketplaceUnavailable)
    expect(seen).toHaveLength(1)
  })
})

describe('the access token', () => {
  test('is fetched once for many calls, and again when it is refused', async () => {
    let isRefused = false
    const { client, seen, tokensIssued } = await clientOf((one, response) => {
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

  test('if unavailable, makes the marketplace unavailable, and the error does not contain the secret', async () => {
    const { settings } = await fakeMarketplace((_, response) => json(response, {}))
    const tokens = accessTokens({ ...settings, tokenUrl: 'http://127.0.0.1:1/token' }, 'very-secret')
    const failure = await tokens.current().catch((error: unknown) => error as MarketplaceUnavailable)
    expect(failure).toBeInstanceOf(MarketplaceUnavailable)
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('very-secret')
  })
})
