import { setTimeout as sleep } from 'node:timers/promises'

import { listAccounts } from '@plinth/contract/accounts.ts'
import { createClient } from '@plinth/contract/client.ts'
import type { ApiError } from '@plinth/contract/client.ts'
import { getConfig } from '@plinth/contract/config.ts'
import { afterEach, expect, test, vi } from 'vitest'

import { buildApp } from '../../app/app.ts'
import { freePort } from '../../embedded/postgres/free-port.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { aPerson, testPortal, tokenOf } from '../../testing/test-app.ts'
import { aViewedVersion } from '../../testing/viewing.ts'
import { clientAddress, clientNetwork } from '../client-address.ts'
import { openRateLimiter } from './rate-limiter.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Another instance, with limits low enough to reach. */
async function strictPortal(given: { perCaller: number; perAddress: number; perAddressFiles?: number }) {
  const { services, config } = await testPortal()
  const rates = { perAddressFiles: 1000, ...given }
  const app = await buildApp({ ...services, config: { ...config, rates } })
  const port = await freePort()
  await app.listen({ port, host: '127.0.0.1' })
  const callAs = async (person?: Awaited<ReturnType<typeof aPerson>>) => {
    const headers: Record<string, string> = person ? { authorization: `Bearer ${await tokenOf(person)}` } : {}
    return createClient({ baseUrl: `http://127.0.0.1:${port}`, headers: () => headers })
  }
  return { app, callAs, port }
}

test('a person who calls too often is told when to retry; others are not limited', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T12:00:15Z') })
  const { app, callAs, port } = await strictPortal({ perCaller: 3, perAddress: 1000 })
  const busy = await aPerson()
  const call = await callAs(busy)
  for (let i = 0; i < 3; i++) await call(listAccounts)
  await expect(call(listAccounts)).rejects.toMatchObject({ status: 429, problem: { code: 'rate_limited' } })
  const refused = await fetch(`http://127.0.0.1:${port}/api/v1/accounts`, {
    headers: { authorization: `Bearer ${await tokenOf(busy)}` },
  })
  expect(refused.headers.get('retry-after')).toBe('45')
  await expect((await callAs(await aPerson()))(listAccounts)).resolves.toEqual([])
  vi.setSystemTime(new Date('2026-01-01T12:01:00Z'))
  await expect(call(listAccounts)).resolves.toEqual([])
  await app.close()
})

test('an address is limited before callers are authenticated', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T12:00:15Z') })
  const { app, callAs } = await strictPortal({ perCaller: 1000, perAddress: 5 })
  const call = await callAs()
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => call(getConfig)))
  const refused = results
    .filter((result) => result.status === 'rejected')
    .map((result) => result.reason as ApiError)
  expect(refused).toHaveLength(3)
  for (const error of refused) expect(error.status).toBe(429)
  await app.close()
})

test('pages of other origins use up only what is theirs', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-03T12:00:15Z') })
  const { config } = await testPortal()
  const { app, port } = await strictPortal({ perCaller: 1000, perAddress: 3 })
  const look = async (site: string, dest = 'empty') => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': dest }
    return (await sendRequest('/api/v1/config', { port, host: config.publicUrl.host, headers })).status
  }
  for (const site of ['same-site', 'cross-site', 'same-site']) expect(await look(site)).toBe(200)
  expect(await look('same-site')).toBe(429)
  expect(await look('cross-site', 'iframe')).toBe(429)
  // A person who follows a link, and the portal's own pages.
  expect(await look('cross-site', 'document')).toBe(200)
  expect(await look('same-origin')).toBe(200)
  await app.close()
})

const otherPaths = [
  '/',
  '/account/x/storybooks',
  '/nothing/here.txt',
  '/api/v1/nothing',
  '/api/v1/openapi.json',
  '/api/docs',
  '/idp/jwks',
  '/idp/interaction/x',
  '/marketplace',
  '/marketplace/api/saas/subscriptions',
  '/graph/v1.0/organization',
]

test('pages, the embedded services and unknown addresses are limited as calls are', async () => {
  const { config } = await testPortal()
  const { app, port } = await strictPortal({ perCaller: 1000, perAddress: 3 })
  for (const [minute, path] of otherPaths.entries()) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(Date.UTC(2026, 0, 2, 12, minute, 15)) })
    const look = () => sendRequest(path, { port, host: config.publicUrl.host })
    for (let i = 0; i < 3; i++) expect((await look()).status).not.toBe(429)
    const { status, headers } = await look()
    expect({ path, status, retryAfter: headers['retry-after'] }).toEqual({
      path,
      status: 429,
      retryAfter: '45',
    })
  }
  await app.close()
})

test('the compose host is limited as calls are, and what agents ask people for much more', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-03T12:00:15Z') })
  const { config, services } = await testPortal()
  const { app, port } = await strictPortal({ perCaller: 1000, perAddress: 5 })
  const compose = new URL(services.viewer.addresses.composeUrl ?? '').host
  const look = async (host: string, path: string) => (await sendRequest(path, { port, host })).status
  for (let i = 0; i < 5; i++) expect(await look(compose, '/x/index.json')).toBe(401)
  expect(await look(compose, '/x/index.json')).toBe(429)
  expect(await look(config.publicUrl.host, '/oauth/authorize?client_id=x')).toBe(400)
  expect(await look(config.publicUrl.host, '/oauth/authorize?client_id=x')).toBe(429)
  await app.close()
})

test('health checks of load balancers are never limited', async () => {
  const { app, port } = await strictPortal({ perCaller: 1, perAddress: 1, perAddressFiles: 1 })
  for (const path of ['/health', '/serving']) {
    for (let i = 0; i < 5; i++) expect((await sendRequest(path, { port })).status).toBe(200)
  }
  await app.close()
})

test.each(['keep-alive', 'close'])(
  'files of a version are limited by address too, with and without a session (connection: %s)',
  async (connection) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T12:20:15Z') })
    const { host, cookie } = await aViewedVersion()
    const { app, port } = await strictPortal({ perCaller: 1000, perAddress: 1, perAddressFiles: 3 })
    const look = (path: string, headers: Record<string, string>) =>
      sendRequest(path, { port, host, headers: { ...headers, connection } })
    expect((await look('/index.html', { cookie })).status).toBe(200)
    expect((await look('/index.html', {})).status).toBe(401)
    expect((await look('/missing', { cookie })).status).toBe(404)
    for (const path of ['/index.html', '/.plinth/session', '/.plinth/open?ticket=x']) {
      expect(await look(path, { cookie })).toMatchObject({ status: 429, headers: { 'retry-after': '45' } })
    }
    vi.setSystemTime(new Date('2026-01-01T12:21:00Z'))
    expect((await look('/index.html', { cookie })).status).toBe(200)
    await app.close()
  },
)

test('behind a trusted proxy the client is counted, not the proxy', () => {
  const behind = clientAddress({ trustedProxies: ['10.0.0.0/8', '::1'] })
  expect(behind('10.1.2.3', '203.0.113.7')).toBe('203.0.113.7')
  expect(behind('10.1.2.3', '198.51.100.1, 203.0.113.7, 10.9.9.9')).toBe('203.0.113.7')
  expect(behind('::1', 'nonsense')).toBe('nonsense')
  expect(behind('203.0.113.9', '203.0.113.7')).toBe('203.0.113.9')
  expect(behind('10.1.2.3', undefined)).toBe('10.1.2.3')
  expect(clientAddress({ trustedProxies: undefined })('10.1.2.3', '203.0.113.7')).toBe('10.1.2.3')
})

test.for([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::5', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]:443', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['nonsense: no address', 'nonsense: no address'],
] as const)('the address %s is counted as %s', ([address, counted]) => {
  expect(clientNetwork(address)).toBe(counted)
})

test('the limit holds over two instances: never lower, and at most a twentieth higher', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T13:00:15Z') })
  const rates = { perCaller: 100, perAddress: 100_000 }
  const [one, two] = [await strictPortal(rates), await strictPortal(rates)]
  const person = await aPerson()
  const calls = [await one.callAs(person), await two.callAs(person)]
  const answers: PromiseSettledResult<unknown>[] = []
  // Not all at once: after waiting too long for the database, an instance counts alone.
  for (let round = 0; round < 20; round++) {
    const some = [...calls, ...calls, ...calls, ...calls].map((call) => call(listAccounts))
    answers.push(...(await Promise.allSettled(some)))
  }
  const passed = answers.filter(({ status }) => status === 'fulfilled').length
  expect(passed).toBeGreaterThanOrEqual(100)
  expect(passed).toBeLessThanOrEqual(105)
  for (const call of calls) await expect(call(listAccounts)).rejects.toMatchObject({ status: 429 })
  await Promise.all([one.app.close(), two.app.close()])
})

test('callers with few calls are not written to the database', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T14:00:15Z') })
  const { db } = await testPortal()
  const { app, callAs } = await strictPortal({ perCaller: 1000, perAddress: 1000 })
  const call = await callAs(await aPerson())
  for (let i = 0; i < 20; i++) await call(listAccounts)
  const minute = Math.floor(Date.now() / 60_000)
  const written = await db.selectFrom('call_counts').selectAll().where('minute', '=', minute).execute()
  expect(written).toEqual([])
  await app.close()
})

test('when counts cannot be shared, each instance counts alone', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T15:00:15Z') })
  const limit = openRateLimiter({
    perMinute: 3,
    shareCounts: async () => {
      throw new Error('there is no database')
    },
  })
  for (let i = 0; i < 3; i++) expect(await limit('somebody')).toBeUndefined()
  expect(await limit('somebody')).toBe(45)
})

test('without sharing, requests are counted synchronously, and again from zero in the next minute', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T15:00:15Z') })
  const limit = openRateLimiter({ perMinute: 2 })
  expect(['a', 'a', 'a', 'b'].map(limit)).toEqual([undefined, undefined, 45, undefined])
  vi.setSystemTime(new Date('2026-01-01T15:01:00Z'))
  expect(limit('a')).toBeUndefined()
})

const shortDelay = (maxMs: number) => sleep(Math.random() * maxMs)

test.each([2, 3, 4])(
  'however calls and sharing interleave, %d instances stay within the tolerance',
  async (instances) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T16:00:15Z') })
    for (let trial = 0; trial < 20; trial++) {
      let total = 0
      const shareCounts = async (_name: string, _minute: number, calls: number) => {
        await shortDelay(3)
        const counted = (total += calls)
        await shortDelay(3)
        return counted
      }
      const limits = Array.from({ length: instances }, () => openRateLimiter({ perMinute: 100, shareCounts }))
      const calls = Array.from({ length: 220 }, async (_, i) => {
        await shortDelay(30)
        return limits[i % instances]?.('somebody')
      })
      const passed = (await Promise.all(calls)).filter((retryAfter) => retryAfter === undefined).length
      expect(passed).toBeGreaterThanOrEqual(100)
      expect(passed).toBeLessThanOrEqual(100 + (instances - 1) * 5)
    }
  },
)
