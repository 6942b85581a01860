import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Logger } from 'pino'

import { steadyPool } from './steady-pool.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

export interface ConnectOptions {
  /** The most connections at once. */
  size?: number
  /** How many milliseconds a query may take; work that nobody waits for takes what it needs. */
  timeoutMs?: number | undefined
}

const int8 = 20
const connectTimeoutMs = 5_000

/** A pool over `url`. Ids are 64-bit in the database and safe integers here. */
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
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  // So would one that breaks in use between two queries; the next query on it fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function overPool(pool: Pool, timeoutMs?: number): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: steadyPool(pool, timeoutMs) }) })
}

export function connect(url: string, log: Logger, options: ConnectOptions = {}): Database {
  return overPool(openPool(url, log, options), options.timeoutMs)
}
