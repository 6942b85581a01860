import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database } from './connect.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export const migrationsFolder = new URL('./migrations/', import.meta.url)
const lockKey = 7_015_460

/** The migrations this version knows, in the order they are applied. */
export async function listMigrations(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

/** Whoever waits for a table makes all others wait behind it: better to step aside and try again. */
const longestWait = 3_000
const mostTries = 20
const betweenTries = 1_000
const lockNotAvailable = '55P03'

export interface Migrated {
  applied: string[]
  /** What a newer version of the portal has applied, which this one does not know. */
  unknown: string[]
}

interface MigrateOptions {
  folder?: URL
  /** The last one to apply, to reach the state of an earlier version. */
  last?: string | undefined
}

/** Applies what is missing, all of it or nothing, while older instances go on working. */
export async function migrate(
  db: Database,
  { folder = migrationsFolder, last }: MigrateOptions = {},
): Promise<Migrated> {
  const files = (await listMigrations(folder)).filter((name) => last === undefined || name <= last)
  for (let tries = 1; ; tries++) {
    try {
      return await applyMissing(db, folder, files)
    } catch (error) {
      if (!isTableBusy(error) || tries >= mostTries) throw error
      await sleep(betweenTries)
    }
  }
}

/**
 * Instances that start at the same moment wait for one another on the advisory lock, which belongs to the
 * transaction and so also works behind a pooler.
 */
async function applyMissing(db: Database, folder: URL, files: string[]): Promise<Migrated> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(trx)
    await sql`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`.execute(trx)
    const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(trx)
    const known = new Set(rows.map((row) => row.name))
    const missing = files.filter((name) => !known.has(name))
    await sql.raw(`SET LOCAL lock_timeout = ${longestWait}`).execute(trx)
    for (const name of missing) {
      await sql.raw(await readFile(new URL(name, folder), 'utf8')).execute(trx)
      await sql`INSERT INTO migrations (name) VALUES (${name})`.execute(trx)
    }
    return { applied: missing, unknown: [...known].filter((name) => !files.includes(name)) }
  })
}

const isTableBusy = (error: unknown) =>
  error instanceof DatabaseUnavailable && (error.cause as { code?: string }).code === lockNotAvailable
