// @module-tag long
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { listAccounts } from '@plinth/contract/accounts.ts'
import { createClient } from '@plinth/contract/client.ts'
import { getReadiness } from '@plinth/contract/health.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { addPerson, personFrom } from '../embedded/identity/people.ts'
import { startEmbeddedPostgres } from '../embedded/postgres/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../embedded/postgres/embedded-postgres.ts'
import { signAccessToken } from '../testing/access-token.ts'
import { databaseProxy } from '../testing/database-proxy.ts'
import type { DatabaseProxy } from '../testing/database-proxy.ts'
import { openInstance } from '../testing/test-app.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let folder = ''
let postgres: EmbeddedPostgres
let proxy: DatabaseProxy
let instance: Awaited<ReturnType<typeof openInstance>>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-restart-'))
  postgres = await startPostgres()
  proxy = await databaseProxy(postgres.url)
  instance = await openInstance({ DATABASE_URL: proxy.url, PLINTH_DATA: join(folder, 'data') })
})

afterEach(async () => {
  await instance.close()
  await proxy.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

// Durable, unlike the one most tests share, which may lose recent writes when it is killed.
const startPostgres = () => startEmbeddedPostgres(join(folder, 'postgres'))

async function postmaster(): Promise<number> {
  const text = await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  )

const soon = { timeout: 60_000, interval: 100 }

test.each([
  ['is shut down', async () => postgres.stop()],
  ['is killed', async () => void process.kill(await postmaster(), 'SIGKILL')],
])('when PostgreSQL %s under load, callers get 503 until it is back', async (_, end) => {
  const { db, config, origin } = instance
  const person = await addPerson(db, personFrom('somebody@org.example', 'Somebody'))
  const authorization = `Bearer ${await signAccessToken(db, config, person)}`
  const call = createClient({ baseUrl: origin, headers: () => ({ authorization }) })
  const seen = new Set<number>()
  const loading = new AbortController()
  const load = Array.from({ length: 4 }, async () => {
    while (!loading.signal.aborted) seen.add(await statusOf(call(listAccounts)))
  })
  await expect.poll(() => seen.has(200), soon).toBe(true)
  await end()
  await expect.poll(() => seen.has(503), soon).toBe(true)
  await expect.poll(() => statusOf(call(getReadiness)), soon).toBe(503)
  postgres = await startPostgres()
  await proxy.restore(postgres.url)
  await expect.poll(() => statusOf(call(getReadiness)), soon).toBe(200)
  await expect.poll(() => statusOf(call(listAccounts)), soon).toBe(200)
  loading.abort()
  await Promise.all(load)
  expect(seen).toEqual(new Set([200, 503]))
})
