import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { adviceWhereUnheard } from '../identity/revocations.ts'
import { databaseLine } from '../testing/database-line.ts'
import type { DatabaseLine } from '../testing/database-line.ts'
import { testPortal } from '../testing/test-app.ts'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'

let line: DatabaseLine
let listening: Listening
let isUnheard = false
const heard: string[] = []
let gaps = 0

async function notify(message: string): Promise<void> {
  const { db } = await testPortal()
  await sql`SELECT pg_notify('listen_test', ${message})`.execute(db)
}

beforeEach(async () => {
  const { config, services } = await testPortal()
  line = await databaseLine(config.database.directUrl ?? config.databaseUrl ?? '')
  isUnheard = false
  gaps = 0
  listening = listen({
    url: line.url,
    advice: 'ask the operator',
    channel: 'listen_test',
    log: services.log,
    async send(message) {
      // What a probe finds out after seconds, without the seconds.
      if (isUnheard) throw new Error('what is sent is not heard')
      await notify(message)
    },
    onMessage: (message) => heard.push(message),
    onGap: () => (gaps += 1),
    probeEvery: 20,
  })
})

afterEach(async () => {
  await listening.close()
  await line.close()
})

test('a connection that is silently dead is replaced within seconds, and nothing is believed of before', async () => {
  await expect.poll(() => listening.isHearing()).toBe(true)
  isUnheard = true
  line.forget()
  await expect.poll(() => listening.isHearing()).toBe(false)
  isUnheard = false
  await expect.poll(() => listening.isHearing()).toBe(true)
  expect(gaps).toBe(2)
  await notify('after it')
  await expect.poll(() => heard).toContain('after it')
})

test('nobody waits for a silent connection to be closed', async () => {
  await expect.poll(() => listening.isHearing()).toBe(true)
  line.silence()
  const started = performance.now()
  await listening.close()
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(listening.isHearing()).toBe(false)
})

test('where nothing comes back of what is sent, the advice says what to set', async () => {
  const { services, logLines } = await testPortal()
  const deaf = listen({
    url: line.url,
    advice: 'set this',
    channel: 'nobody_sends_here',
    log: services.log,
    send: async () => {},
    onMessage: () => {},
    onGap: () => {},
    probeWithin: 20,
  })
  await expect.poll(() => logLines.join('')).toContain('what is sent is not heard: set this')
  await deaf.close()
})

test('the advice is not to set what is set already', () => {
  expect(adviceWhereUnheard({ isDirectUrlSet: false })).toContain('set PLINTH_DATABASE_DIRECT_URL')
  expect(adviceWhereUnheard({ isDirectUrlSet: true })).not.toContain('set PLINTH_DATABASE_DIRECT_URL')
})
