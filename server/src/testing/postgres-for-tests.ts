import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'

import { connect } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { providerKeys } from '../embedded/identity/keys.ts'
import { startEmbeddedPostgres } from '../embedded/postgres/embedded-postgres.ts'
import { loadKeys } from '../identity/signing-keys.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The pooler that the portal connects through, if the tests use one. */
    poolerUrl: string | undefined
  }
}

export const templateDatabase = 'template_migrated'

/** One PostgreSQL for the whole run, with a migrated database, signing key included, that every test file copies. */
let stop: () => Promise<void> = async () => {}

export async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-tests-'))
  const postgres = await serverForTests(join(folder, 'postgres'))
  await onDatabase(postgres.url, async (db) => {
    await sql.raw(`CREATE DATABASE ${templateDatabase}`).execute(db)
  })
  await onDatabase(urlOfDatabase(postgres.url, templateDatabase), async (db) => {
    await migrate(db)
    // Generating a signing key takes longer than everything else that opening a portal does.
    await loadKeys(db, providerKeys)
  })
  project.provide('postgresUrl', postgres.url)
  project.provide('poolerUrl', process.env['PLINTH_TEST_POOLER'])
  stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The server of `npm run test:postgres`, or the embedded one. */
async function serverForTests(folder: string) {
  const url = process.env['PLINTH_TEST_POSTGRES']
  return url ? { url, stop: async () => {} } : startEmbeddedPostgres(folder, { durable: false })
}

export const teardown = () => stop()

export function urlOfDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export async function onDatabase<T>(
  url: string,
  work: (db: ReturnType<typeof connect>) => Promise<T>,
): Promise<T> {
  const db = connect(url, pino({ level: 'silent' }))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
