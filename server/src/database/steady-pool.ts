import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

import { traced } from '../operations/tracing/trace.ts'
import { DatabaseUnavailable, readFailure } from './unavailable.ts'

/** Longer than any transaction of ours has nothing to say; then its instance is frozen, and its locks must go. */
const longestSilence = 60_000

/** of a query, in a trace */
const longestText = 2000

/**
 * The pool as Kysely uses it. Connections that broke, or that lead to a server which is none any more, are not used
 * again; and what fails because the database is away fails as `DatabaseUnavailable`, whatever way it was told.
 */
export function steadyPool(pool: Pool, timeoutMs: number | undefined): PostgresPool {
  // What belongs to the transaction goes with it, so this also holds behind a pooler.
  // Work that nobody waits for takes what it needs, whatever the role was given: 0 is no limit.
  const [forQueries, forSilence] =
    timeoutMs === undefined ? [0, 0] : [Math.ceil(timeoutMs * 0.9), longestSilence]
  const begin = `begin; set local statement_timeout = ${forQueries}; set local idle_in_transaction_session_timeout = ${forSilence}`
  /** Counts the failovers: connections made before the last one lead to the old primary. */
  let generation = 0
  const known = new WeakMap<PoolClient, { generation: number; lent: PostgresPoolClient }>()

  function lend(client: PoolClient): PostgresPoolClient {
    let isBroken = false
    const query = async (text: string, values?: unknown[]) => {
      // What waits behind a query that never ends would never end either; a rollback after it, for one.
      if (isBroken) throw new DatabaseUnavailable('the connection to the database broke')
      try {
        return await traced(
          () => (/^\w+/.exec(text)?.[0] ?? 'query').toUpperCase(),
          () => (text === 'begin' ? client.query(begin) : client.query(text, values)),
          'client',
          // The values are apart from it, and stay here.
          () => ({ 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestText) }),
        )
      } catch (error) {
        const failure = readFailure(error)
        if (!failure.isUnavailable) throw error
        if (failure.isBroken) isBroken = true
        if ((error as { code?: string }).code === '25006') generation += 1
        throw new DatabaseUnavailable((error as Error).message, { cause: error })
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy = false) => client.release(isBroken || destroy),
    }
  }

  return {
    async connect() {
      for (;;) {
        const client = await pool.connect().catch((cause: Error) => {
          throw new DatabaseUnavailable(cause.message, { cause })
        })
        const lent = known.get(client) ?? { generation, lent: lend(client) }
        known.set(client, lent)
        if (lent.generation === generation) return lent.lent
        client.release(true)
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}
