import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Logger } from 'pino'

import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

const int8 = 20

/** A pool over `url`. Ids are 64-bit in the database and safe integers here. */
export function connect(url: string, log: Logger): Database {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : types.getTypeParser(oid, format),
    },
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
