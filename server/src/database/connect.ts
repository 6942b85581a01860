import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Logger } from 'pino'

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

/** Ids are 64-bit in the database, but small enough to be safe integers here. */
export function openPool(url: string, log: Logger, { size = 10, timeoutMs }: ConnectOptions = {}): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: timeoutMs ?? connectTimeoutMs,
    keepAlive: true,
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

export function databaseFrom(pool: Pool, timeoutMs?: number): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: resilientPool(pool, timeoutMs) }) })
}

export function connect(url: string, log: Logger, options: ConnectOptions = {}): Database {
  return databaseFrom(openPool(url, log, options), options.timeoutMs)
}
