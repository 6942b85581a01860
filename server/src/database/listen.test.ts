import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { poolerAdvice } from '../identity/revocations.ts'
import { databaseProxy } from '../testing/database-proxy.ts'
import type { DatabaseProxy } from '../testing/database-proxy.ts'
import { testPortal } from '../testing/test-app.ts'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'

let proxy: DatabaseProxy
let listening: Listening
let areProbesLost = false
const received: string[] = []
let gaps = 0

async function notify(message: string): Promise<void> {
  const { db } = await testPortal()
  await sql`SELECT pg_notify('listen_test', ${message})`.execute(db)
}

beforeEach(async () => {
  const { config, services } = await testPortal()
  proxy = await databaseProxy(config.database.directUrl ?? config.databaseUrl ?? '')
  areProbesLost = false
  gaps = 0
  listening = listen({
    url: proxy.url,
    advice: 'ask the operator',
    channel: 'listen_test',
    log: services.log,
    async send(message) {
      // Fails as a probe would, but without waiting for its timeout.
      if (areProbesLost) throw new Error('notifications do not arrive')
      await notify(message)
    },
    onMessage: (message) => received.push(message),
    onGap: () => (gaps += 1),
    probeEveryMs: 20,
  })
})

afterEach(async () => {
  await listening.close()
  await proxy.close()
})

test('a silently dead connection is replaced within seconds, and the gap is reported', async () => {
  await expect.poll(() => listening.isListening()).toBe(true)
  areProbesLost = true
  proxy.stallConnections()
  await expect.poll(() => listening.isListening()).toBe(false)
  areProbesLost = false
  await expect.poll(() => listening.isListening()).toBe(true)
  expect(gaps).toBe(2)
  await notify('after the gap')
  await expect.poll(() => received).toContain('after the gap')
})

test('closing does not wait for a silent connection', async () => {
  await expect.poll(() => listening.isListening()).toBe(true)
  proxy.stall()
  const started = performance.now()
  await listening.close()
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(listening.isListening()).toBe(false)
})

test('if probes do not come back, the log contains the advice', async () => {
  const { services, logLines } = await testPortal()
  const unreachable = listen({
    url: proxy.url,
    advice: 'set this',
    channel: 'nobody_sends_here',
    log: services.log,
    send: async () => {},
    onMessage: () => {},
    onGap: () => {},
    probeTimeoutMs: 20,
  })
  await expect.poll(() => logLines.join('')).toContain('notifications do not arrive: set this')
  await unreachable.close()
})

test('the advice does not suggest a setting that is already set', () => {
  expect(poolerAdvice({ isDirectUrlSet: false })).toContain('set PLINTH_DATABASE_DIRECT_URL')
  expect(poolerAdvice({ isDirectUrlSet: true })).not.toContain('set PLINTH_DATABASE_DIRECT_URL')
})
