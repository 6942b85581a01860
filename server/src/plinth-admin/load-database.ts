import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import type { Client } from 'pg'
import { escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import { ownerSecret } from '../features/versions/claim-stores.ts'
import { StartupError } from '../shared/startup-error.ts'
import type { Manifest } from './backup-format.ts'

/** The portal generates these at startup; the backup's replace them. */
const replacedTables = new Set(['generated_secrets', 'signing_keys'])
/** Describes this database itself, not the backup. */
const ownTables = new Set(['migrations'])

export type ReadDump = (file: Manifest['tables'][number]) => Promise<string>

/** Fills an empty database in one transaction: all of the backup or nothing. */
export async function loadDatabase(client: Client, manifest: Manifest, fetchDump: ReadDump): Promise<void> {
  const dumped = new Map(manifest.tables.map((table) => [table.table, table]))
  await client.query('BEGIN')
  await client.query('SET LOCAL statement_timeout = 0')
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  try {
    const tables = await listTablesInOrder(client)
    await assertEmpty(client, tables)
    for (const table of replacedTables) {
      if (tables.includes(table)) await client.query(`DELETE FROM ${escapeIdentifier(table)}`)
    }
    await withoutPolicies(client, async () => {
      for (const table of tables.filter((name) => !ownTables.has(name))) {
        const dump = dumped.get(table)
        if (dump) await loadTable(client, dump, await fetchDump(dump))
      }
    })
    if (tables.includes('generated_secrets')) {
      // A database restored beside its original must not be taken for it, or it would sweep the original's store.
      await client.query('DELETE FROM generated_secrets WHERE name = $1', [ownerSecret])
    }
    for (const { table, column, last } of manifest.sequences) {
      await client.query('SELECT setval(pg_get_serial_sequence(quote_ident($1), $2), $3)', [
        table,
        column,
        last,
      ])
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** COPY cannot write to tables whose policies apply to their owner, too. Nobody else sees the transaction. */
async function withoutPolicies(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT relname AS table FROM pg_class
     WHERE relforcerowsecurity AND relnamespace = current_schema()::regnamespace`,
  )
  const guarded = rows.map(({ table }) => escapeIdentifier(table))
  for (const table of guarded) await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
  await work()
  for (const table of guarded) await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
}

async function loadTable(client: Client, dump: Manifest['tables'][number], path: string): Promise<void> {
  const columns = dump.columns.map((column) => escapeIdentifier(column)).join(', ')
  const copy = client.query(copyFrom(`COPY ${escapeIdentifier(dump.table)} (${columns}) FROM STDIN`))
  await pipeline(createReadStream(path), createGunzip(), copy)
  if (copy.rowCount !== dump.rows) {
    throw new StartupError(`The dump of ${dump.table} has ${copy.rowCount} rows instead of ${dump.rows}.`)
  }
}

/** Ordered so that referenced tables come first. */
export async function listTablesInOrder(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; needs: string[] }>(
    `SELECT c.relname AS table,
            array_agg(f.relname::text) FILTER (WHERE f.relname IS NOT NULL) AS needs
     FROM pg_class c
     LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid
     LEFT JOIN pg_class f ON f.oid = k.confrelid
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
     GROUP BY c.relname ORDER BY c.relname`,
  )
  const ordered: string[] = []
  let remaining = rows.map(({ table, needs }) => ({ table, needs: needs ?? [] }))
  while (remaining.length > 0) {
    const ready = remaining.filter(({ needs }) => needs.every((name) => ordered.includes(name)))
    if (ready.length === 0) throw new Error('the tables refer to each other in a circle')
    ordered.push(...ready.map(({ table }) => table))
    remaining = remaining.filter((table) => !ready.includes(table))
  }
  return ordered
}

/** A restore never overwrites anything. */
export async function assertEmpty(client: Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if (replacedTables.has(table) || ownTables.has(table)) continue
    const { rowCount } = await client.query(`SELECT 1 FROM ${escapeIdentifier(table)} LIMIT 1`)
    if (rowCount === 0) continue
    throw new StartupError(
      `The database is not empty (${table} has rows), so nothing was restored: use an empty one.`,
    )
  }
}
