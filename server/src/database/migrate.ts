import { readdir, readFile } from 'node:fs/promises'

import { sql } from 'kysely'

import type { Database } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)
const lockKey = 7_015_460

/** The migrations this version knows, in the order they are applied. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

/**
 * Applies what is missing (up to `last`, if given), all of it or nothing. Instances that start at the same moment wait for one
 * another on the advisory lock, which belongs to the transaction and so also works behind a pooler.
 */
export async function migrate(db: Database, last?: string): Promise<string[]> {
  const files = (await listMigrations()).filter((name) => last === undefined || name <= last)
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(trx)
    await sql`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`.execute(trx)
    const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(trx)
    const applied = new Set(rows.map((row) => row.name))
    const missing = files.filter((name) => !applied.has(name))
    for (const name of missing) {
      await sql.raw(await readFile(new URL(name, folder), 'utf8')).execute(trx)
      await sql`INSERT INTO migrations (name) VALUES (${name})`.execute(trx)
    }
    return missing
  })
}
