// @module-tag long
import { listApiKeys } from '@plinth/contract/api-keys.ts'
import { addressOf } from '@plinth/contract/client.ts'
import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'

import { aForm } from '../testing/builds.ts'
import { databaseProxy } from '../testing/database-proxy.ts'
import type { DatabaseProxy } from '../testing/database-proxy.ts'
import { onDatabase } from '../testing/postgres-for-tests.ts'
import { sendRequest } from '../testing/raw-request.ts'
import type { RawAnswer } from '../testing/raw-request.ts'
import { aMember, anotherInstance, callAs, testPortal, tokenOf } from '../testing/test-app.ts'
import { aViewedVersion, exchangeTicket } from '../testing/viewing.ts'
import { ensureDuty } from './duties-store.ts'
import { DatabaseUnavailable } from './unavailable.ts'

vi.setConfig({ testTimeout: 120_000 })

const timeoutSeconds = 2

let proxy: DatabaseProxy
let instance: Awaited<ReturnType<typeof anotherInstance>>

beforeEach(async () => {
  const { config } = await testPortal()
  proxy = await databaseProxy(config.databaseUrl ?? '')
  instance = await anotherInstance({
    DATABASE_URL: proxy.url,
    PLINTH_DATABASE_TIMEOUT: String(timeoutSeconds),
    PLINTH_DATABASE_POOL: '4',
  })
})

afterEach(async () => {
  vi.useRealTimers()
  await proxy.restore()
  await instance.close()
  await proxy.close()
})

/** Requests of every kind that need the database, sent to the instance whose connection is cut. */
async function requestsOfAllKinds() {
  const { call, person, params, book, host } = await aViewedVersion()
  const { ticket } = await call(refreshViewerSession, { params })
  const { port, publicUrl } = instance.config
  const authorization = `Bearer ${await tokenOf(person)}`
  const get = (path: string) => sendRequest(path, { port, headers: { authorization } })
  const upload = async (): Promise<RawAnswer> => {
    const boundary = 'x'
    const body = `--${boundary}\r\ncontent-disposition: form-data; name="File"; filename="a.zip"\r\n\r\nzip\r\n--${boundary}--`
    return sendRequest(addressOf(publishVersion, book), {
      port,
      method: 'POST',
      headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    })
  }
  const { searchParams } = new URL('http://x')
  searchParams.set('client_id', 'plinth-portal')
  searchParams.set('response_type', 'code')
  searchParams.set('redirect_uri', `${publicUrl.origin}/redirect.html`)
  searchParams.set('code_challenge', 'x'.repeat(43))
  searchParams.set('code_challenge_method', 'S256')
  searchParams.set('scope', 'openid')
  return {
    list: () => get(addressOf(listStorybooks, book)),
    keys: () => get(addressOf(listApiKeys, book)),
    create: () =>
      sendRequest(addressOf(createStorybook, book), {
        port,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{"title":"During the outage"}',
      }),
    upload,
    ticket: () => exchangeTicket(host, ticket, port),
    signIn: () =>
      sendRequest(`/idp/auth?${searchParams.toString()}`, {
        port,
        host: publicUrl.host,
        headers: { accept: 'text/html', cookie: '_session=abc; _session.sig=abc' },
      }),
    ready: () => get('/ready'),
    serving: () => get('/serving'),
  }
}

const soon = { timeout: 30_000, interval: 100 }

test('while the database is unavailable clients get 503, and everything works again afterwards', async () => {
  const requests = await requestsOfAllKinds()
  const watch = await aViewedVersion()
  expect((await watch.look(instance.config.port)).status).toBe(200)
  expect((await requests.list()).status).toBe(200)
  const { list, keys, create, upload, ticket, ready, serving } = requests
  const statuses = new Set<number>()
  const loading = new AbortController()
  const load = Array.from({ length: 6 }, async () => {
    while (!loading.signal.aborted)
      statuses.add(
        await list().then(
          ({ status }) => status,
          () => 0,
        ),
      )
  })

  await proxy.cut()
  for (const [name, send] of Object.entries({ list, keys, create, upload, ticket, ready })) {
    const started = performance.now()
    const answer = await send()
    expect([name, answer.status, answer.headers['retry-after']]).toEqual([name, 503, '2'])
    expect(performance.now() - started).toBeLessThan(15_000)
  }
  expect(JSON.parse((await list()).text)).toMatchObject({ code: 'unavailable', status: 503 })
  expect((await sendRequest('/health', { port: instance.config.port })).status).toBe(200)
  // Stays in the load balancer: all instances share the database, and this one still serves files.
  expect((await serving()).status).toBe(200)
  // A viewer session checked a moment ago still works.
  expect((await watch.look(instance.config.port)).status).toBe(200)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
  const later = await watch.look(instance.config.port)
  expect([later.status, later.headers['retry-after']]).toEqual([503, '2'])
  vi.useRealTimers()

  await proxy.restore()
  await expect.poll(async () => (await ready()).status, soon).toBe(200)
  await expect.poll(async () => (await list()).status, soon).toBe(200)
  expect((await watch.look(instance.config.port)).status).toBe(200)
  loading.abort()
  await Promise.all(load)
  expect(statuses).toEqual(new Set([200, 503]))
})

test('requests wait a few seconds for a silent database, not forever', async () => {
  const { list, create, ready, signIn } = await requestsOfAllKinds()
  expect((await list()).status).toBe(200)
  proxy.stall()
  const started = performance.now()
  const answers = await Promise.all([list(), list(), list(), list(), list(), create(), ready(), signIn()])
  // Waiting for a connection and then for an answer, with room for a busy machine.
  expect(performance.now() - started).toBeLessThan(2 * timeoutSeconds * 1000 + 10_000)
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(503))
  for (const { headers } of answers) expect(headers['retry-after']).toBe('2')
  await proxy.restore()
  await expect.poll(async () => (await list()).status, soon).toBe(200)
  await expect.poll(async () => (await create()).status, soon).toBe(201)
})

/** As in a failover. */
async function endConnections(name: string): Promise<void> {
  await onDatabase(inject('postgresUrl'), (admin) =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`.execute(admin),
  )
}

test('while the server is a read-only standby, writes get 503', async () => {
  const { db } = await testPortal()
  const { account, person } = await aMember()
  const call = await callAs(person, {}, instance.origin)
  const params = { account: account.publicId }
  await call(createStorybook, { params, body: { title: 'Before' } })
  const name = new URL(proxy.url).pathname.slice(1)
  const writing = () => call(createStorybook, { params, body: { title: 'Meanwhile' } })
  await sql.raw(`ALTER DATABASE ${name} SET default_transaction_read_only = on`).execute(db)
  await endConnections(name)
  await expect
    .poll(
      async () =>
        call(listStorybooks, { params }).then(
          (all) => all.length,
          () => 0,
        ),
      soon,
    )
    .toBe(1)
  for (let i = 0; i < 6; i++) {
    await expect(writing()).rejects.toMatchObject({ status: 503, problem: { code: 'unavailable' } })
  }
  await onDatabase(inject('postgresUrl'), (admin) =>
    sql.raw(`ALTER DATABASE ${name} RESET default_transaction_read_only`).execute(admin),
  )
  // No connection to the old server is reused; a pooler in between must drop its own.
  if (inject('poolerUrl')) await endConnections(name)
  await expect
    .poll(
      () =>
        writing().then(
          () => 'written',
          () => 'refused',
        ),
      soon,
    )
    .toBe('written')
  await expect(writing()).resolves.toMatchObject({ title: 'Meanwhile' })
  // The portal that other tests share has seen the failover too, and notices with its next query.
  await expect
    .poll(
      () =>
        ensureDuty(db, 'write again').then(
          () => 'written',
          () => 'refused',
        ),
      soon,
    )
    .toBe('written')
})

test('a request that waits too long for a lock gets 503 and leaves no lock behind', async () => {
  const { db } = await testPortal()
  const { book, person } = await aViewedVersion()
  const call = await callAs(person, {}, instance.origin)
  const publish = () => call(publishVersion, { params: book, form: aForm() })
  await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('storybooks')
      .select('id')
      .where('public_id', '=', book.storybook)
      .forUpdate()
      .execute()
    await expect(publish()).rejects.toMatchObject({ status: 503, problem: { code: 'unavailable' } })
  })
  await expect(publish()).resolves.toMatchObject({ versionCount: 2 })
})

test.each(['db', 'backgroundDb'] as const)(
  'locks of a connection that was lost silently are released within seconds: %s',
  async (name) => {
    const { book, person } = await aViewedVersion()
    const call = await callAs(person)
    const publish = () =>
      call(publishVersion, { params: book, form: aForm() }).then(
        () => 'published',
        () => 'refused',
      )
    const locked = Promise.withResolvers<void>()
    const published = Promise.withResolvers<void>()
    const holding = instance.services[name].transaction().execute(async (trx) => {
      const row = trx.selectFrom('storybooks').select('id').where('public_id', '=', book.storybook)
      await row.forUpdate().execute()
      locked.resolve()
      await published.promise
    })
    await locked.promise
    proxy.stallConnections()
    await expect.poll(publish, soon).toBe('published')
    await proxy.restore()
    published.resolve()
    // It cannot be committed any more.
    await expect(holding).rejects.toBeInstanceOf(DatabaseUnavailable)
  },
)
