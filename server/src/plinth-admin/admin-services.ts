import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { pino } from 'pino'
import type { Logger } from 'pino'

import type { BlobKind, BlobStore } from '../blobs/blob-store.ts'
import { openBlobs, openStore } from '../blobs/open-blobs.ts'
import type { Archives } from '../blobs/open-blobs.ts'
import { connect } from '../database/connect.ts'
import type { Database } from '../database/connect.ts'
import { listMigrations } from '../database/migrate.ts'
import { joinEmbeddedPostgres } from '../embedded/postgres/embedded-postgres.ts'
import { readBlobAddress } from '../settings/blob-address.ts'
import type { BlobAddress } from '../settings/blob-address.ts'
import type { Config } from '../settings/config.ts'
import { reasonOf, StartupError } from '../shared/startup-error.ts'
import { UsageError } from './usage-error.ts'

export interface AdminServices {
  config: Config
  db: Database
  /** Bypasses any pooler: commands hold connections for long, and a pooler has few. */
  databaseUrl: string
  log: Logger
  /** The portal's archives, without the local cache. */
  openArchives: (use?: Pick<StoreUse, 'isWritten'>) => Promise<Archives>
  openStore: (address: BlobAddress, setting: string, use?: StoreUse) => Promise<BlobStore>
}

interface StoreUse {
  kind?: BlobKind
  isWritten?: boolean
}

/** Opens the database and the stores for a command, and closes all of them however it ends. */
export async function withServices<T>(
  config: Config,
  { isNew = false },
  work: (services: AdminServices) => Promise<T>,
): Promise<T> {
  const folder = join(config.dataFolder, 'postgres')
  if (!config.databaseUrl && !isNew && !existsSync(join(folder, 'cluster'))) {
    throw new StartupError(
      `There is no database under ${config.dataFolder}: set PLINTH_DATA or DATABASE_URL as for the portal.`,
    )
  }
  const log = pino({ level: 'silent' })
  const postgres = config.databaseUrl ? undefined : await joinEmbeddedPostgres(folder)
  const removeHandlers = onInterruption(async () => postgres?.stop())
  const databaseUrl = config.database.directUrl ?? config.databaseUrl ?? postgres?.url ?? ''
  const db = connect(databaseUrl, log)
  const drafts = join(config.dataFolder, 'drafts')
  const opened: BlobStore[] = []
  const keep = <Store extends BlobStore>(store: Store) => {
    opened.push(store)
    return store
  }
  try {
    await reach(db)
    return await work({
      config,
      db,
      databaseUrl,
      log,
      openArchives: async (use) => keep(await openBlobs(config, log, undefined, use)),
      openStore: async (address, setting, { kind, isWritten = true } = {}) =>
        keep(await openStore(address, { setting, drafts, log, isWritten, ...(kind ? { kind } : {}) })),
    })
  } finally {
    for (const store of opened) await store.close()
    await db.destroy()
    await postgres?.stop()
    removeHandlers()
  }
}

/** A command can be killed at any point and run again, but the PostgreSQL it started must stop with it. */
function onInterruption(stop: () => Promise<void>): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  let isStopping = false
  const interrupt = () => {
    if (isStopping) return
    isStopping = true
    process.stderr.write('Interrupted: run the command again.\n')
    void stop().finally(() => process.exit(1))
  }
  for (const signal of signals) process.on(signal, interrupt)
  return () => {
    for (const signal of signals) process.off(signal, interrupt)
  }
}

async function reach(db: Database): Promise<void> {
  try {
    await sql`SELECT 1`.execute(db)
  } catch (cause) {
    throw new StartupError(`The database does not answer: ${reasonOf(cause)}.`, { cause })
  }
}

/** The migrations applied to the database; none if it is new. */
export async function appliedMigrations(db: Database): Promise<string[]> {
  const { rows: found } = await sql<{
    name: string | null
  }>`SELECT to_regclass('migrations')::text AS name`.execute(db)
  if (typeof found[0]?.name !== 'string') return []
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Throws for a database of a newer version, and for one without tables. */
export async function assertKnown(db: Database): Promise<void> {
  const applied = await appliedMigrations(db)
  if (applied.length === 0) throw new StartupError('The database is still empty.')
  const known = new Set(await listMigrations())
  if (applied.some((name) => !known.has(name))) {
    throw new StartupError('The database belongs to a newer version: use the plinth-admin of that version.')
  }
}

/** Most commands need the tables of this version. */
export async function assertUpToDate(db: Database): Promise<void> {
  await assertKnown(db)
  const applied = new Set(await appliedMigrations(db))
  if ((await listMigrations()).some((name) => !applied.has(name))) {
    throw new StartupError('The database is not up to date: start a portal of this version once.')
  }
}

export function requireAddress(text: string | undefined, option: string): BlobAddress {
  if (!text) throw new UsageError(`Name the store: ${option} <folder, s3://… or azure://…>`)
  return readBlobAddress(text)
}
