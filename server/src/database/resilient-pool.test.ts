import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { anEmptyDatabase } from '../testing/library.ts'
import { onDatabase } from '../testing/postgres-for-tests.ts'
import { boundTo } from './account-binding.ts'
import { connect, databasesOn, openPool } from './connect.ts'
import { DatabaseUnavailable } from './unavailable.ts'

test.each([
  ['background work may take any time for a query', undefined, { queries: '0', idle: '10s' }],
  ['a request has the portal’s', 2000, { queries: '1800ms', idle: '2s' }],
])('whatever timeouts the database sets, in a transaction %s', async (_, timeoutMs, expected) => {
  const url = await anEmptyDatabase()
  const name = new URL(url).pathname.slice(1)
  await onDatabase(url, async (db) => {
    await sql.raw(`ALTER DATABASE ${name} SET statement_timeout = '30s'`).execute(db)
    await sql.raw(`ALTER DATABASE ${name} SET idle_in_transaction_session_timeout = '20s'`).execute(db)
  })
  const db = connect(url, pino({ level: 'silent' }), { timeoutMs })
  const { rows } = await db.transaction().execute((trx) =>
    sql`
      SELECT current_setting('statement_timeout') AS queries,
             current_setting('idle_in_transaction_session_timeout') AS idle`.execute(trx),
  )
  await db.destroy()
  expect(rows).toEqual([expected])
})

test.each([
  ['of all accounts', 'all accounts'],
  ['of one account', 7],
] as const)('PostgreSQL ends a query %s that takes longer than a request may', async (_, account) => {
  const url = await anEmptyDatabase()
  await onDatabase(url, async (watching) => {
    const pool = openPool(url, pino({ level: 'silent' }), { timeoutMs: 1000 })
    const db = databasesOn(pool, 1000).openRequestDb(undefined)
    const slow = boundTo(account, () => sql`SELECT pg_sleep(60)`.execute(db))
    await expect(slow).rejects.toThrow(DatabaseUnavailable)
    const { rows } = await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()
    `.execute(watching)
    expect(rows).toHaveLength(0)
    await db.destroy()
  })
})
