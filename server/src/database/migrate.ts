import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database } from './connect.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export const migrationsFolder = new URL('./migrations/', import.meta.url)
const lockKey = 7_015_460

/** The migrations of this version, in the order they are applied. */
export async function listMigrations(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

/** While a migration waits for a table lock, all other queries queue behind it: better to give up and retry. */
const lockTimeoutMs = 3_000
const maxAttempts = 20
const retryDelayMs = 1_000
const lockNotAvailable = '55P03'

export interface Migrated {
  applied: string[]
  /** Applied by a newer version of the portal. */
  unknown: string[]
}

interface MigrateOptions {
  folder?: URL
  /** The last one to apply, for the schema of an earlier version. */
  last?: string | undefined
}

/** Applies all missing migrations or none, while older instances keep working. */
export async function migrate(
  db: Database,
  { folder = migrationsFolder, last }: MigrateOptions = {},
): Promise<Migrated> {
  const files = (await listMigrations(folder)).filter((name) => last === undefined || name <= last)
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyMissing(db, folder, files)
    } catch (error) {
      if (!isTableBusy(error) || attempt >= maxAttempts) throw error
      await sleep(retryDelayMs)
    }
  }
}

/**
 * Instances that start at the same moment take turns by an advisory lock. It belongs to the transaction, so it also
 * works behind a pooler.
 */
async function applyMissing(db: Database, folder: URL, files: string[]): Promise<Migrated> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(trx)
    await sql`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`.execute(trx)
    const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(trx)
    const appliedBefore = new Set(rows.map((row) => row.name))
    const missing = files.filter((name) => !appliedBefore.has(name))
    await sql.raw(`SET LOCAL lock_timeout = ${lockTimeoutMs}`).execute(trx)
    for (const name of missing) {
      await sql.raw(await readFile(new URL(name, folder), 'utf8')).execute(trx)
      await sql`INSERT INTO migrations (name) VALUES (${name})`.execute(trx)
    }
    return { applied: missing, unknown: [...appliedBefore].filter((name) => !files.includes(name)) }
  })
}

const isTableBusy = (error: unknown) =>
  error instanceof DatabaseUnavailable && (error.cause as { code?: string }).code === lockNotAvailable
