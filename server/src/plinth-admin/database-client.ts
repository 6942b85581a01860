import { Client } from 'pg'

import { sweepLock } from '../versions/sweep.ts'

/** Lends a connection of its own, for what needs one from beginning to end. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const keptAliveEvery = 20_000

/** Nothing is swept while this works. The transaction reads nothing, so that it keeps nothing from being tidied up. */
export async function withoutSweeping<T>(url: string, work: () => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('BEGIN')
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await client.query('SELECT pg_advisory_xact_lock_shared($1)', [sweepLock])
    const keepAlive = setInterval(() => void client.query('SELECT 1').catch(() => {}), keptAliveEvery)
    try {
      const done = await work()
      // Fails where the connection was lost, and with it the lock: then something may have been swept.
      await client.query('ROLLBACK')
      return done
    } finally {
      clearInterval(keepAlive)
    }
  })
}
