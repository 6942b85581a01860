import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Database } from '../../database/connect.ts'
import { takeDuty } from '../../database/duties-store.ts'
import { takeSweepLock } from '../../features/versions/sweep-store.ts'
import { withoutSweeping } from '../../plinth-admin/database-client.ts'
import { s3ForTests } from '../../testing/object-stores.ts'
import { anotherInstance, testPortal } from '../../testing/test-app.ts'
import { perform, performRegularly } from './perform-regularly.ts'
import type { Duty } from './perform-regularly.ts'
import { startDuties } from './start-duties.ts'

const { signal } = new AbortController()
const minute = 60_000

const source = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** A duty that runs until `end` resolves. */
function aDuty(name: string) {
  const started = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let times = 0
  const work: Duty['work'] = async () => {
    times += 1
    started.resolve()
    await end.promise
  }
  return { duty: { name, every: minute, work }, started: started.promise, end, times: () => times }
}

test('one of two instances performs a duty, and the other skips it for that round', async () => {
  const { backgroundDb: one } = (await testPortal()).services
  const second = await anotherInstance()
  const { backgroundDb: two } = second.services
  const { duty, started, end, times } = aDuty('at the same time')
  const first = perform(one, duty, signal)
  await started
  await expect(perform(two, duty, signal)).resolves.toBe(false)
  end.resolve()
  await expect(first).resolves.toBe(true)
  await expect(perform(two, duty, signal)).resolves.toBe(false)
  expect(times()).toBe(1)
  await expect(perform(two, { ...duty, every: 0 }, signal)).resolves.toBe(true)
  await second.close()
})

test('instances that start together perform a duty once', async () => {
  const { services } = await testPortal()
  const { duty, end, times } = aDuty('started together')
  end.resolve()
  const done = await Promise.all(
    Array.from({ length: 6 }, () => perform(services.backgroundDb, duty, signal)),
  )
  expect(done.filter(Boolean)).toHaveLength(1)
  expect(times()).toBe(1)
})

test('a duty in progress does not keep PostgreSQL from removing what is replaced meanwhile', async () => {
  const { services, db } = await testPortal()
  const { duty, started, end } = aDuty('takes long')
  const performing = perform(services.backgroundDb, duty, signal)
  await started
  const { rows } = await sql`SELECT backend_xid, backend_xmin FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`.execute(db)
  expect(rows).toEqual([{ backend_xid: null, backend_xmin: null }])
  end.resolve()
  await performing
})

async function idleTimeout(trx: Database) {
  const { rows } = await sql<{ timeout: string }>`
    SELECT current_setting('idle_in_transaction_session_timeout') AS timeout`.execute(trx)
  return rows[0]?.timeout
}

test('duties and sweeps may take longer than other transactions may be idle', async () => {
  const { backgroundDb } = (await testPortal()).services
  await backgroundDb.transaction().execute(async (trx) => {
    expect(await idleTimeout(trx)).toBe('10s')
    await takeDuty(trx, 'takes long', minute)
    expect(await idleTimeout(trx)).toBe('0')
  })
  await backgroundDb.transaction().execute(async (trx) => {
    await takeSweepLock(trx, true)
    expect(await idleTimeout(trx)).toBe('0')
  })
})

test('a starting instance performs all its duties, though each needs two connections', async () => {
  const { services, db, logLines } = await testPortal()
  const stop = startDuties(services)
  const undone = async () => {
    const rows = await db.selectFrom('duties').selectAll().execute()
    const own = [
      'sweep',
      'settle marketplace operations',
      'apply retention rules',
      'delete expired sign-ins',
      'delete expired viewer tickets',
      'delete old call counts',
      'delete old webhook deliveries',
      'send webhooks',
      'deliver embedded webhooks',
    ]
    return own.filter((name) => !rows.some((row) => row.name === name && row.done_at !== null))
  }
  await expect.poll(undone).toEqual([])
  await stop()
  expect(logLines.filter((line) => line.includes('duty failed'))).toEqual([])
})

test('every instance tidies its own disk, even if another one sweeps', async () => {
  const { services } = await testPortal()
  const sweptElsewhere = { name: 'sweep', every: 0, work: async () => {} }
  await perform(services.backgroundDb, sweptElsewhere, signal)
  const PLINTH_DATA = await mkdtemp(join(tmpdir(), 'plinth-duties-'))
  const [draft, copy] = [join(PLINTH_DATA, 'drafts/abandoned'), join(PLINTH_DATA, 'cache/deletedversion.zip')]
  for (const path of [draft, copy]) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'bytes')
    await utimes(path, 0, 0)
  }
  const s3 = await s3ForTests()
  const instance = await anotherInstance({ PLINTH_DATA, PLINTH_BLOBS: s3.address('duties') })
  const stop = startDuties(instance.services)
  await expect.poll(() => [draft, copy].filter((path) => existsSync(path))).toEqual([])
  await stop()
  await instance.close()
  await rm(PLINTH_DATA, { recursive: true })
})

test('a duty that failed is logged and retried with the next round', async () => {
  const { services, logLines } = await testPortal()
  let times = 0
  const work = async () => {
    times += 1
    if (times === 1) throw new Error('the first time fails')
  }
  const stop = performRegularly(services, { name: 'fails once', every: 100, work })
  await expect.poll(() => times).toBeGreaterThan(1)
  await stop()
  expect(logLines.filter((line) => line.includes('fails once'))).toHaveLength(1)
})

test('a sweep held up by a backup is left, and done in the next round after it', async () => {
  const { services, config, db } = await testPortal()
  await db.deleteFrom('duties').where('name', '=', 'sweep').execute()
  const { registry } = services.metrics
  const left = () => registry.render().includes('plinth_duties_total{duty="sweep",outcome="left"}')
  await withoutSweeping(config.databaseUrl ?? '', async () => {
    const stop = startDuties(services)
    await expect.poll(left).toBe(true)
    await stop()
  })
  const stop = startDuties(services)
  await expect
    .poll(() => db.selectFrom('duties').select('done_at').where('name', '=', 'sweep').executeTakeFirst())
    .toEqual({ done_at: expect.any(Date) })
  await stop()
})

test('a duty that was left is retried with the next round, even before it is due', async () => {
  const { services } = await testPortal()
  const duty: Duty = { name: 'left once', every: minute, work: async () => 'left' }
  await expect(perform(services.backgroundDb, duty, signal)).resolves.toBe(false)
  await expect(perform(services.backgroundDb, { ...duty, work: async () => {} }, signal)).resolves.toBe(true)
})

test('a running duty is aborted when its instance stops', async () => {
  const { services } = await testPortal()
  const started = Promise.withResolvers<void>()
  const stop = performRegularly(services, {
    name: 'stopped',
    every: minute,
    work: (stopping) =>
      new Promise<void>((resolve) => {
        stopping.addEventListener('abort', () => resolve())
        started.resolve()
      }),
  })
  await started.promise
  await expect(stop()).resolves.toBeUndefined()
})

test('when an instance is killed in the middle of a duty, another takes over', async () => {
  const { services, config } = await testPortal()
  const script = `
    import { pino } from ${JSON.stringify(import.meta.resolve('pino'))}
    import { connect } from ${source('../../database/connect.ts')}
    import { perform } from ${source('./perform-regularly.ts')}
    const db = connect(${JSON.stringify(config.databaseUrl)}, pino({ level: 'silent' }))
    const work = () => new Promise(() => { process.stdout.write('at it'); setInterval(() => {}, 1000) })
    await perform(db, { name: 'killed', every: ${minute}, work }, new AbortController().signal)
  `
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const { duty, end } = aDuty('killed')
  end.resolve()
  await expect(perform(services.backgroundDb, duty, signal)).resolves.toBe(false)
  child.kill('SIGKILL')
  await expect.poll(() => perform(services.backgroundDb, duty, signal), { interval: 20 }).toBe(true)
})
