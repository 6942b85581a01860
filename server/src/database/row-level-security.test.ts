import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'

import { insertAccount } from '../features/accounts/store.ts'
import { aForm } from '../testing/builds.ts'
import { onDatabase, urlOfDatabase } from '../testing/postgres-for-tests.ts'
import { runAdmin } from '../testing/run-admin.ts'
import { aMember, callAs, restartPortal, testPortal } from '../testing/test-app.ts'
import { boundTo } from './account-binding.ts'
import { databasesOn, openPool } from './connect.ts'
import type { Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { findRequestRole } from './request-role.ts'

/** Tables without a policy, and why a forgotten WHERE shows nothing of another account in them. */
const exceptions: Record<string, string> = {
  catalogue_entries:
    'its index for searching would not be used; whoever reads it joins storybooks or catalogues',
  users: 'people belong to several accounts; their accounts are in memberships',
  identity_people: 'people of the embedded provider, before they have an account',
  identity_records: 'sessions and tokens of people, found by hashes',
  generated_secrets: 'of the portal itself',
  signing_keys: 'of the portal itself',
  used_viewer_tickets: 'random numbers',
  duties: 'of the portal itself',
  call_counts: 'numbers of calls',
  cameras: 'of the portal itself',
  migrations: 'of the portal itself',
  marketplace_operations: 'only the marketplace and administrators ask for them',
  emulated_subscriptions: 'the embedded marketplace, for trying out',
  emulated_landing_tokens: 'the embedded marketplace, for trying out',
  emulated_operations: 'the embedded marketplace, for trying out',
  emulated_deliveries: 'the embedded marketplace, for trying out',
}

test('every table has a policy, or a reason to have none', async () => {
  const { db } = await testPortal()
  const { rows } = await sql<{ name: string; is_guarded: boolean }>`
    SELECT relname AS name, relrowsecurity AND relforcerowsecurity AND EXISTS (
      SELECT FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'of_bound_account'
    ) AS is_guarded
    FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`.execute(db)
  const unguarded = rows.filter(({ is_guarded: isGuarded }) => !isGuarded).map(({ name }) => name)
  expect(unguarded.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})

test('policies of tables below storybooks have an estimate of their own, or lists read too much', async () => {
  const { db } = await testPortal()
  const { rows } = await sql<{ name: string }>`
    SELECT polrelid::regclass::text AS name FROM pg_policy JOIN pg_attribute ON attrelid = polrelid
    WHERE attname = 'of_account' AND pg_get_expr(polqual, polrelid) NOT LIKE '%(of_account == bound_account())%'`.execute(
    db,
  )
  expect(rows).toEqual([])
})

const storybooksOf = (db: Database) => db.selectFrom('storybooks').select(['account_id', 'title']).execute()

const accountsOf = async (db: Database) =>
  new Set((await storybooksOf(db)).map(({ account_id: account }) => account))

/** Two accounts with a storybook each. */
async function twoAccounts(db: Database) {
  const [one, other] = [await insertAccount(db, 'One', null), await insertAccount(db, 'Other', null)]
  for (const { id } of [one, other]) await insertStorybook(db, id)
  return { one: one.id, other: other.id }
}

const insertStorybook = (db: Database, account: number) =>
  db
    .insertInto('storybooks')
    .values({ public_id: randomUUID(), account_id: account, title: `Of ${account}` })
    .execute()

test('a request sees and writes only what its account has, inside transactions and outside', async () => {
  const { db, services } = await testPortal()
  const { requestDb } = services
  const { one, other } = await twoAccounts(db)
  const own = [{ account_id: one, title: `Of ${one}` }]
  await boundTo(one, async () => {
    expect(await storybooksOf(requestDb)).toEqual(own)
    await requestDb.transaction().execute(async (trx) => expect(await storybooksOf(trx)).toEqual(own))
    await expect(insertStorybook(requestDb, other)).rejects.toThrow('row-level security')
    const changed = await requestDb
      .updateTable('storybooks')
      .set({ title: 'Changed' })
      .returning('account_id')
      .execute()
    expect(changed).toEqual([{ account_id: one }])
  })
})

test('binding ends with the transaction: the next user of a connection is not bound', async () => {
  const { db, config } = await testPortal()
  const { one, other } = await twoAccounts(db)
  const pool = openPool(config.databaseUrl ?? '', pino({ level: 'silent' }), { size: 1 })
  const { db: unbound, openRequestDb } = databasesOn(pool, 60_000)
  const requestDb = openRequestDb(await findRequestRole(unbound, pino({ level: 'silent' })))
  // More often than PostgreSQL plans a statement before it keeps the plan.
  for (let round = 0; round < 12; round++) {
    for (const account of [one, other]) {
      expect(await boundTo(account, () => accountsOf(requestDb))).toEqual(new Set([account]))
      await boundTo(account, () => requestDb.transaction().execute((trx) => insertStorybook(trx, account)))
    }
    for (const seen of [
      await accountsOf(unbound),
      await boundTo('all accounts', () => accountsOf(requestDb)),
    ])
      expect([...seen]).toEqual(expect.arrayContaining([one, other]))
  }
  await unbound.destroy()
})

test('a request that nobody has bound reaches nothing', async () => {
  const { services } = await testPortal()
  await expect(storybooksOf(services.requestDb)).rejects.toThrow('not bound to an account')
})

/** A database of a role that owns it and may do nothing else, as hosted PostgreSQL gives one. */
async function databaseOfPlainRole(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `plain_${randomUUID().replaceAll('-', '')}`
  await onDatabase(server, async (db) => {
    await sql.raw(`CREATE ROLE ${name} LOGIN PASSWORD 'plain'`).execute(db)
    await sql.raw(`CREATE DATABASE ${name} OWNER ${name}`).execute(db)
  })
  const url = new URL(urlOfDatabase(server, name))
  url.username = name
  url.password = 'plain'
  return url.href
}

test('for the owner of the tables it works without another role, with backup and restore', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-plain-'))
  const first = { DATABASE_URL: await databaseOfPlainRole(), PLINTH_DATA: join(folder, 'first') }
  const second = { DATABASE_URL: await databaseOfPlainRole(), PLINTH_DATA: join(folder, 'second') }
  await testPortal()
  const { db, services } = await restartPortal(first)
  expect(await findRequestRole(db, services.log)).toBeUndefined()
  const { call, account, person } = await aMember()
  const params = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params, body: { title: 'Own' } })
  await call(publishVersion, { params: { ...params, storybook }, form: aForm() })
  await twoAccounts(db)
  expect(await boundTo(account.id, () => storybooksOf(services.requestDb))).toEqual([
    { account_id: account.id, title: 'Own' },
  ])
  expect(await runAdmin(['backup', '--to', join(folder, 'backup')], first)).toMatchObject({ code: 0 })
  expect(await runAdmin(['restore', '--from', join(folder, 'backup')], second)).toMatchObject({ code: 0 })
  const restored = await restartPortal(second)
  const again = await callAs(person)
  expect(await again(listStorybooks, { params })).toMatchObject([{ title: 'Own' }])
  expect(await boundTo(account.id, () => storybooksOf(restored.services.requestDb))).toHaveLength(1)
  await rm(folder, { recursive: true, force: true })
})

test('a role that is exempt and no superuser is named in the log', async () => {
  const url = new URL(await databaseOfPlainRole())
  const server = inject('postgresUrl')
  await onDatabase(server, (db) => sql.raw(`ALTER ROLE ${url.username} BYPASSRLS`).execute(db))
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  await onDatabase(url.href, async (db) => expect(await findRequestRole(db, log)).toBeUndefined())
  expect(lines.join('')).toContain('BYPASSRLS')
})

test('rows from before the migration belong to the account of their storybook', async () => {
  const server = inject('postgresUrl')
  const name = `before_${randomUUID().replaceAll('-', '')}`
  await onDatabase(server, (db) => sql.raw(`CREATE DATABASE ${name}`).execute(db))
  await onDatabase(urlOfDatabase(server, name), async (db) => {
    await migrate(db, { last: '0026-versions-to-pack.sql' })
    await sql
      .raw(
        `INSERT INTO users (tenant_id, object_id, display_name, email)
           VALUES (gen_random_uuid(), gen_random_uuid(), 'A person', 'a@example');
         INSERT INTO accounts (public_id, name) VALUES ('other', 'Other'), ('one', 'One');
         INSERT INTO memberships (account_id, user_id, role) VALUES (2, 1, 'Owner');
         INSERT INTO storybooks (public_id, account_id, title) VALUES ('s', 2, 'A storybook');
         INSERT INTO versions (public_id, storybook_id, created_at, zip_sha256, zip_bytes, unpacked_bytes, file_count, kind)
           VALUES ('v', 1, now(), '', 1, 1, 1, 'site');
         INSERT INTO packs (version_id) VALUES (1);
         INSERT INTO webhooks (account_id, name, url, format, events, secret) VALUES (2, '', '', '', '{}', '');
         INSERT INTO webhook_events (public_id, account_id, type, data) VALUES ('e', 2, '', '{}');
         INSERT INTO webhook_deliveries (webhook_id, event_id) VALUES (1, 1);
         INSERT INTO compositions (account_id, kind, origin, user_id, expires_at) VALUES (2, 'viewer', '', 1, now());
         INSERT INTO composition_devices VALUES ('', 1, now());`,
      )
      .execute(db)
    await migrate(db)
    const filled = sql<{ account: number }>`
      SELECT of_account AS account FROM versions UNION ALL SELECT of_account FROM packs
      UNION ALL SELECT of_account FROM webhook_deliveries UNION ALL SELECT of_account FROM composition_devices`
    expect((await filled.execute(db)).rows.map(({ account }) => account)).toEqual([2, 2, 2, 2])
  })
})
