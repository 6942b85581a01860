import { Query } from 'pg'
import type { PoolClient, QueryResult } from 'pg'

/** Settings of PostgreSQL that hold for one transaction. */
export type LocalSettings = Readonly<Record<string, string>>

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** For the beginning of a transaction. */
export const setLocal = (settings: LocalSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `; set local ${name} = ${literal(value)}`)
    .join('')

/** Selects no row, so that nothing is sent back. */
const applied = (settings: LocalSettings): string => {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${literal(name)}, ${literal(value)}, true)`,
  )
  return `SELECT WHERE ${calls.join(' || ')} IS NULL`
}

/**
 * A query with settings of its own, in one round trip: what is sent before a Sync is one transaction. `SET LOCAL` would
 * log a warning, because PostgreSQL only learns from the next message that this is a transaction.
 */
export function queryBound(
  client: PoolClient,
  text: string,
  values: unknown[],
  settings: LocalSettings,
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const config = { text, values, queryMode: 'extended' }
    const query = new Query(config)
    const submit = query.submit.bind(query)
    query.submit = (connection) => {
      connection.stream.cork()
      try {
        connection.parse({ name: '', text: applied(settings), types: [] }, true)
        connection.bind({}, true)
        connection.execute(null, true)
        return submit(connection)
      } finally {
        connection.stream.uncork()
      }
    }
    // Two statements, two results.
    const callback = (error: Error | null, results?: QueryResult[]) =>
      error ? reject(error) : resolve(results?.[1] as QueryResult)
    client.query(Object.assign(query, { callback }))
  })
}
