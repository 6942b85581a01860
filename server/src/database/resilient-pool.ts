import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

import { traced } from '../operations/tracing/trace.ts'
import { queryBound, setLocal } from './bound-query.ts'
import type { LocalSettings } from './bound-query.ts'
import { classifyError, DatabaseUnavailable } from './unavailable.ts'

/**
 * No transaction of ours is idle for longer between two queries, except those that called `stayIdle`. If one is, its
 * instance hangs or its connection was lost silently, and its locks must be released.
 */
const backgroundIdleMs = 10_000

/** Longer queries are cut off in traces. */
const maxTracedLength = 2000

const readOnlyTransaction = '25006'

/** The settings of the next transaction. */
type SettingsOf = () => LocalSettings | undefined

/** The pool as Kysely uses it. */
type PoolWith = (settingsOf: SettingsOf) => PostgresPool

/**
 * Connections that broke, or that lead to a server which is no longer the primary, are not reused. Every failure that
 * means the database is unavailable becomes `DatabaseUnavailable`.
 */
export function resilientPool(pool: Pool, timeoutMs: number | undefined): PoolWith {
  // Set for the transaction only, so that it also works behind a pooler. Queries of background work have no limit, even
  // if the role has one.
  const [statementMs, idleMs] =
    timeoutMs === undefined ? [0, backgroundIdleMs] : [Math.ceil(timeoutMs * 0.9), timeoutMs]
  const begin = `begin; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleMs}`
  // PostgreSQL itself ends a query: the driver only stops waiting for it, and repeated ones would fill the server.
  const limits: LocalSettings | undefined =
    timeoutMs === undefined ? undefined : { statement_timeout: String(statementMs) }
  /** Counts failovers: connections opened before the last one lead to the old primary. */
  let generation = 0
  const wrapped = new WeakMap<PoolClient, { generation: number; client: ResilientClient }>()

  function wrap(client: PoolClient): ResilientClient {
    let isBroken = false
    let isInTransaction = false
    const send = (text: string, values: unknown[], settings: LocalSettings | undefined) => {
      if (text === 'begin') return client.query(begin + (settings ? setLocal(settings) : ''))
      return settings ? queryBound(client, text, values, settings) : client.query(text, values)
    }
    return {
      query: async (settingsOf, text, values = []) => {
        // Further queries on a broken connection, such as the rollback, would never return.
        if (isBroken) throw new DatabaseUnavailable('the connection to the database broke')
        const settings = isInTransaction ? undefined : settingsOf()
        const isAlone = !isInTransaction && text !== 'begin'
        if (text === 'begin') isInTransaction = true
        if (text === 'commit' || text === 'rollback') isInTransaction = false
        try {
          return await traced(
            () => (/^\w+/.exec(text)?.[0] ?? 'query').toUpperCase(),
            () => send(text, values, isAlone && limits ? { ...limits, ...settings } : settings),
            'client',
            // Without the values, which may be confidential.
            () => ({ 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maxTracedLength) }),
          )
        } catch (error) {
          const failure = classifyError(error)
          // Half of it may have been done, so the connection must not be used again.
          if (text === 'begin') isBroken = true
          if (!failure.isUnavailable) throw error
          if (failure.isConnectionBroken) isBroken = true
          if ((error as { code?: string }).code === readOnlyTransaction) generation += 1
          throw new DatabaseUnavailable((error as Error).message, { cause: error })
        }
      },
      release: (destroy = false) => client.release(isBroken || destroy),
    }
  }

  async function connect(): Promise<ResilientClient> {
    for (;;) {
      const client = await pool.connect().catch((cause: Error) => {
        throw new DatabaseUnavailable(cause.message, { cause })
      })
      const entry = wrapped.get(client) ?? { generation, client: wrap(client) }
      wrapped.set(client, entry)
      if (entry.generation === generation) return entry.client
      client.release(true)
    }
  }

  return (settingsOf) => ({
    async connect() {
      const { query, release } = await connect()
      return { query: query.bind(undefined, settingsOf) as unknown as PostgresPoolClient['query'], release }
    },
    end: () => pool.end(),
    options: pool.options,
  })
}

interface ResilientClient {
  query: (settingsOf: SettingsOf, text: string, values?: unknown[]) => Promise<unknown>
  release: PostgresPoolClient['release']
}
