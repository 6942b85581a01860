import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { anEmptyDatabase } from '../testing/library.ts'
import { onDatabase } from '../testing/postgres-for-tests.ts'
import { connect } from './connect.ts'

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
