import { Client } from 'pg'

/** Settings of a portal that shares a database with others and gets more requests than a person would send. */
export const unlimited = {
  PLINTH_RATE_PER_CALLER: '10000000',
  PLINTH_RATE_PER_ADDRESS: '10000000',
  PLINTH_RATE_PER_ADDRESS_FILES: '100000000',
}

export interface BenchPostgres {
  url: string
  pid: number
}

/** Creates a database on that server. */
export async function createDatabase(url: string, name: string): Promise<string> {
  await withClient(url, (client) => client.query(`CREATE DATABASE ${name}`))
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
