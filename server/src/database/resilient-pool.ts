import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

import { traced } from '../operations/tracing/trace.ts'
import { classifyError, DatabaseUnavailable } from './unavailable.ts'

/** No transaction of ours is idle for longer. If one is, its instance hangs, and its locks must be released. */
const idleTimeoutMs = 60_000

/** Longer queries are cut off in traces. */
const maxTracedLength = 2000

const readOnlyTransaction = '25006'

/**
 * The pool as Kysely uses it. Connections that broke, or that lead to a server which is no longer the primary, are not
 * reused. Every failure that means the database is unavailable becomes `DatabaseUnavailable`.
 */
export function resilientPool(pool: Pool, timeoutMs: number | undefined): PostgresPool {
  // Set for the transaction only, so that it also works behind a pooler. 0 means no limit, for background work, even if
  // the role has one.
  const [statementMs, idleMs] = timeoutMs === undefined ? [0, 0] : [Math.ceil(timeoutMs * 0.9), idleTimeoutMs]
  const begin = `begin; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleMs}`
  /** Counts failovers: connections opened before the last one lead to the old primary. */
  let generation = 0
  const wrapped = new WeakMap<PoolClient, { generation: number; client: PostgresPoolClient }>()

  function wrap(client: PoolClient): PostgresPoolClient {
    let isBroken = false
    const query = async (text: string, values?: unknown[]) => {
      // Further queries on a broken connection, such as the rollback, would never return.
      if (isBroken) throw new DatabaseUnavailable('the connection to the database broke')
      try {
        return await traced(
          () => (/^\w+/.exec(text)?.[0] ?? 'query').toUpperCase(),
          () => (text === 'begin' ? client.query(begin) : client.query(text, values)),
          'client',
          // Without the values, which may be confidential.
          () => ({ 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maxTracedLength) }),
        )
      } catch (error) {
        const failure = classifyError(error)
        if (!failure.isUnavailable) throw error
        if (failure.isConnectionBroken) isBroken = true
        if ((error as { code?: string }).code === readOnlyTransaction) generation += 1
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
        const entry = wrapped.get(client) ?? { generation, client: wrap(client) }
        wrapped.set(client, entry)
        if (entry.generation === generation) return entry.client
        client.release(true)
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}
