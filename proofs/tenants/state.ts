import { sql } from 'kysely'

import type { Database } from '../../server/src/database/connect.ts'

/** A digest of every table's rows that belong to an account, directly or through a storybook or version of it. */
export async function stateOf(db: Database, account: number): Promise<Map<string, string>> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('account_id', 'storybook_id', 'version_id', 'webhook_id')
    ORDER BY 1, 2`.execute(db)
  const state = new Map<string, string>()
  for (const { table_name: table, column_name: column } of columns) {
    if (ownTraces.has(table)) continue
    const { rows } = await sql<{ digest: string }>`
      SELECT md5(coalesce(string_agg(row::text, ',' ORDER BY row::text), '')) AS digest
      FROM ${sql.table(table)} AS row WHERE ${ownership(column, account)}`.execute(db)
    state.set(`${table} by ${column}`, rows[0]?.digest ?? '')
  }
  const { rows } = await sql<{ digest: string }>`
    SELECT md5(row::text) AS digest FROM accounts AS row WHERE id = ${account}`.execute(db)
  return state.set('accounts', rows[0]?.digest ?? '')
}

/** Written in the background. */
const ownTraces = new Set(['packs'])

function ownership(column: string, account: number) {
  const storybooks = sql`SELECT id FROM storybooks WHERE account_id = ${account}`
  if (column === 'account_id') return sql`account_id = ${account}`
  if (column === 'storybook_id') return sql`storybook_id IN (${storybooks})`
  if (column === 'webhook_id')
    return sql`webhook_id IN (SELECT id FROM webhooks WHERE account_id = ${account})`
  return sql`version_id IN (SELECT id FROM versions WHERE storybook_id IN (${storybooks}))`
}

export const changedTables = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after.keys()].filter((table) => before.get(table) !== after.get(table))
