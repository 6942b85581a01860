import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createInvitation, listInvitations } from '@plinth/contract/invitations.ts'
import { listMembers } from '@plinth/contract/members.ts'
import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'

import { aForm } from '../testing/builds.ts'
import { onDatabase, urlOfDatabase } from '../testing/postgres-for-tests.ts'
import { aMember, anotherInstance, callAs, testPortal } from '../testing/test-app.ts'
import { isSomebodyWaiting } from '../testing/waiting-for-lock.ts'
import { migrate, migrationsFolder } from './migrate.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-migrations-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** The migrations of this version and one more, as if of a later version. */
async function laterMigrations(text: string): Promise<URL> {
  await cp(migrationsFolder, folder, { recursive: true })
  await writeFile(join(folder, '9999-later.sql'), text)
  return pathToFileURL(`${folder}/`)
}

async function emptyDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await onDatabase(server, (db) => sql.raw(`CREATE DATABASE ${name}`).execute(db))
  return urlOfDatabase(server, name)
}

test('instances that start at the same moment migrate once', async () => {
  const url = await emptyDatabase()
  const results = await Promise.all(Array.from({ length: 5 }, () => onDatabase(url, (db) => migrate(db))))
  expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
  await expect(onDatabase(url, (db) => migrate(db))).resolves.toEqual({ applied: [], unknown: [] })
})

test('a migration that fails rolls back, with all those before it', async () => {
  const url = await emptyDatabase()
  const later = await laterMigrations('CREATE TABLE half (id int); SELECT nonsense;')
  await expect(onDatabase(url, (db) => migrate(db, { folder: later }))).rejects.toThrow('nonsense')
  const { rows } = await onDatabase(url, (db) =>
    sql`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`.execute(db),
  )
  expect(rows).toEqual([])
})

test('a migration gives way to queries on its table, and succeeds once they are done', async () => {
  const url = await emptyDatabase()
  await onDatabase(url, (db) => migrate(db))
  const later = await laterMigrations('ALTER TABLE storybooks ADD COLUMN later text;')
  await onDatabase(url, async (db) => {
    const reading = Promise.withResolvers<void>()
    const readFor = Promise.withResolvers<void>()
    const reader = db.transaction().execute(async (trx) => {
      await trx.selectFrom('storybooks').select('id').execute()
      reading.resolve()
      await readFor.promise
    })
    await reading.promise
    const migrating = onDatabase(url, (other) => migrate(other, { folder: later }))
    await expect.poll(() => isSomebodyWaiting(db)).toBe(true)
    // Other readers wait no longer than the migration's lock timeout.
    await expect(db.selectFrom('storybooks').select('id').execute()).resolves.toEqual([])
    readFor.resolve()
    await reader
    await expect(migrating).resolves.toMatchObject({ applied: ['9999-later.sql'] })
  })
})

test('this version starts and works on the schema of a later version, and logs a warning', async () => {
  const { config } = await testPortal()
  const later = await laterMigrations(`
    CREATE TABLE later (id int PRIMARY KEY);
    ALTER TABLE storybooks ADD COLUMN later text NOT NULL DEFAULT 'new';
    ALTER TABLE versions ADD COLUMN later jsonb;
    ALTER TABLE memberships ADD COLUMN later boolean NOT NULL DEFAULT false;
    ALTER TABLE invitations ADD COLUMN later int;
    ALTER TABLE subscriptions ADD COLUMN later int;
    ALTER TABLE audit_entries ADD COLUMN later text;
  `)
  await onDatabase(config.databaseUrl ?? '', (db) => migrate(db, { folder: later }))
  const older = await anotherInstance()
  expect(older.logLines.filter((line) => line.includes('migrated by a newer release'))).toHaveLength(1)
  const { account, person } = await aMember({ role: 'Owner' })
  const call = await callAs(person, {}, older.origin)
  const params = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params, body: { title: 'Old code' } })
  await call(publishVersion, { params: { ...params, storybook }, form: aForm() })
  await call(createInvitation, { params, body: { email: 'a@b.example', displayName: 'A' } })
  await expect(call(listStorybooks, { params })).resolves.toMatchObject([{ versionCount: 1 }])
  await expect(call(listVersions, { params: { ...params, storybook } })).resolves.toHaveLength(1)
  await expect(call(listMembers, { params })).resolves.toHaveLength(1)
  await expect(call(listInvitations, { params })).resolves.toHaveLength(1)
  await older.close()
})
