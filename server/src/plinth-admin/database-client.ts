import { Client } from 'pg'

import { sweepLock } from '../features/versions/sweep-store.ts'
import { StartupError } from '../shared/startup-error.ts'

/** A dedicated connection, for work that needs the same one throughout. */
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

const keepAliveEveryMs = 20_000

/**
 * Prevents sweeps while `work` runs. The transaction reads nothing and has no statement with parameters, so that it does
 * not hold back PostgreSQL's vacuum.
 * `assertLockHeld` throws if the connection was lost, and the lock with it: then archives may have been swept.
 */
export async function withoutSweeping<T>(
  url: string,
  work: (assertLockHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('BEGIN')
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await client.query(`SELECT pg_advisory_xact_lock_shared(${sweepLock})`)
    const keepAlive = setInterval(() => void client.query('SELECT 1').catch(() => {}), keepAliveEveryMs)
    try {
      return await work(async () => {
        await client.query('SELECT 1').catch((cause: unknown) => {
          throw new StartupError('The connection to the database was lost: run the command again.', { cause })
        })
      })
    } finally {
      clearInterval(keepAlive)
    }
  })
}
