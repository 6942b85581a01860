import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { startEmbeddedPostgres } from '../server/src/embedded/postgres/embedded-postgres.ts'
import { benchGrowth } from './growth.ts'
import { benchInstances } from './instances.ts'
import { benchLargeAccount } from './large-account.ts'

/** A large account, more versions in one PostgreSQL, and more instances over it. */
export async function benchScale(folder: string): Promise<void> {
  const own = join(folder, 'postgres')
  const postgres = await startEmbeddedPostgres(own)
  try {
    const pid = Number((await readFile(join(own, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0])
    await benchLargeAccount(folder, { url: postgres.url, pid })
    await benchGrowth(folder, { url: postgres.url, pid })
    await benchInstances(folder, { url: postgres.url, pid })
  } finally {
    await postgres.stop()
  }
}
