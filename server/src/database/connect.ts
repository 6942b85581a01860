import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPool } from 'kysely'
import { Pool, types } from 'pg'
import type { Logger } from 'pino'

import { currentBinding } from './account-binding.ts'
import type { AccountBinding } from './account-binding.ts'
import type { LocalSettings } from './bound-query.ts'
import { resilientPool } from './resilient-pool.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

export interface ConnectOptions {
  /** The maximum number of connections. */
  size?: number
  /** How many milliseconds a query may take. Background work has no limit. */
  timeoutMs?: number | undefined
}

const int8 = 20
const connectTimeoutMs = 5_000

/** So that a connection whose other end is gone without a word breaks within half a minute, not after two hours. */
const noticeLoss = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Ids are 64-bit in the database, but small enough to be safe integers here. */
export function openPool(url: string, log: Logger, { size = 10, timeoutMs }: ConnectOptions = {}): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: timeoutMs ?? connectTimeoutMs,
    ...noticeLoss,
    ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : types.getTypeParser(oid, format),
    },
  })
  // The pool replaces a broken idle connection with the next query; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  // So would a connection that breaks between two queries of a transaction; the next query on it fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const databaseOn = (pool: PostgresPool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** A database with the rows of all accounts, and one for requests, on the same pool. */
export function databasesOn(pool: Pool, timeoutMs: number): { db: Database; openRequestDb: OpenRequestDb } {
  const poolWith = resilientPool(pool, timeoutMs)
  return {
    db: databaseOn(poolWith(() => undefined)),
    openRequestDb: (role) => databaseOn(poolWith(() => settingsOf(currentBinding(), role))),
  }
}

/** Its queries see only rows of the account that `boundTo` names. They are made in this role, if there is one. */
type OpenRequestDb = (role: string | undefined) => Database

function settingsOf(account: AccountBinding, role: string | undefined): LocalSettings | undefined {
  if (account === 'all accounts') return undefined
  return { 'plinth.account': String(account), ...(role === undefined ? {} : { role }) }
}

export function connect(url: string, log: Logger, options: ConnectOptions = {}): Database {
  return databaseOn(resilientPool(openPool(url, log, options), options.timeoutMs)(() => undefined))
}
