import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient } from '@plinth/contract/client.ts'
import type { Call } from '@plinth/contract/client.ts'
import type { Role } from '@plinth/contract/roles.ts'
import type { JWTPayload } from 'jose'
import { sql } from 'kysely'
import { pino } from 'pino'
import { inject } from 'vitest'

import { buildApp } from '../app/app.ts'
import { addPerson, personFrom } from '../embedded/identity/people.ts'
import type { Person } from '../embedded/identity/people.ts'
import { freePort } from '../embedded/postgres/free-port.ts'
import { insertAccount } from '../features/accounts/store.ts'
import { insertMembership } from '../features/members/store.ts'
import { ensureUser } from '../identity/store.ts'
import { drain } from '../operations/drain.ts'
import { openServices } from '../services.ts'
import { readConfig } from '../settings/config.ts'
import { signAccessToken } from './access-token.ts'
import { afterTestFile } from './clean-up.ts'
import { onDatabase, templateDatabase, urlOfDatabase } from './postgres-for-tests.ts'

export type TestPortal = Awaited<ReturnType<typeof openPortal>>

const operatorEmail = 'operator@plinth.example'

let portal: Promise<TestPortal> | undefined

/** The real app on a real port with a database of its own, opened once per test file. */
export function testPortal(): Promise<TestPortal> {
  return portal ?? keepOpen({})
}

/** Restarts the portal on the same database and data folder, with these settings on top. */
export async function restartPortal(settings: Record<string, string>): Promise<TestPortal> {
  const before = await portal
  await before?.stop()
  const kept: Record<string, string> = before
    ? {
        // With another database, the direct URL changes too.
        PLINTH_DATABASE_DIRECT_URL: settings['DATABASE_URL'] ?? before.config.database.directUrl ?? '',
        PLINTH_DATA: before.folder,
      }
    : {}
  return keepOpen({ ...kept, ...settings })
}

function keepOpen(settings: Record<string, string>): Promise<TestPortal> {
  if (!portal) afterTestFile(closePortal)
  portal = openPortal(settings)
  return portal
}

async function closePortal() {
  const open = await portal
  portal = undefined
  await open?.close()
}

async function openPortal(settings: Record<string, string>) {
  const folder = settings['PLINTH_DATA'] ?? (await mkdtemp(join(tmpdir(), 'plinth-test-')))
  const direct = settings['PLINTH_DATABASE_DIRECT_URL'] ?? (await copyOfTemplate())
  const instance = await openInstance({
    DATABASE_URL: throughPooler(direct),
    PLINTH_DATABASE_DIRECT_URL: direct,
    PLINTH_DATA: folder,
    ...settings,
  })
  const close = async () => {
    await instance.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...instance, folder, stop: instance.close, close }
}

/** A second instance of the same portal in this process; it shares only database and blobs. */
export async function anotherInstance(settings: Record<string, string> = {}) {
  const { config, folder } = await testPortal()
  return openInstance({
    DATABASE_URL: config.databaseUrl ?? '',
    PLINTH_DATABASE_DIRECT_URL: settings['DATABASE_URL'] ?? config.database.directUrl ?? '',
    PLINTH_DATA: join(folder, `instance-${randomUUID()}`),
    PLINTH_BLOBS: `file:${join(folder, 'blobs')}`,
    PLINTH_PUBLIC_URL: config.publicUrl.origin,
    ...settings,
  })
}

export async function openInstance(settings: Record<string, string>) {
  const config = readConfig({
    PORT: String(await freePort()),
    PLINTH_HOST: '127.0.0.1',
    PLINTH_DEMO: 'false',
    PLINTH_ADMINS: operatorEmail,
    // Tests must not fail on a busy machine.
    PLINTH_DATABASE_TIMEOUT: '60',
    // Where tests receive webhooks.
    PLINTH_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
    PLINTH_AGENT_ALLOWED_NETWORKS: '127.0.0.1',
    PLINTH_RATE_PER_CALLER: '1000000',
    PLINTH_RATE_PER_ADDRESS: '1000000',
    PLINTH_RATE_PER_ADDRESS_FILES: '1000000',
    ...settings,
  })
  const logLines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void logLines.push(line) })
  const services = await openServices(config, log)
  const app = await buildApp(services)
  await app.listen({ port: config.port, host: config.host })
  const close = async () => {
    await drain(app, services.lifecycle, 0)
    await services.close()
  }
  return {
    app,
    services,
    config,
    db: services.db,
    logLines,
    origin: `http://127.0.0.1:${config.port}`,
    close,
  }
}

function throughPooler(url: string): string {
  const pooler = inject('poolerUrl')
  return pooler ? urlOfDatabase(pooler, new URL(url).pathname.slice(1)) : url
}

/** A new database, migrated, on the server of the tests. */
export async function copyOfTemplate(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onDatabase(server, (db) =>
    sql.raw(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`).execute(db),
  )
  return urlOfDatabase(server, name)
}

let people = 0

/** A person who has no account yet. */
export async function aPerson(): Promise<Person> {
  const { db } = await testPortal()
  people += 1
  return addPerson(db, personFrom(`person${people}@org${people}.example`, `Person ${people}`))
}

/** An account with one member in the given role, and that member's API client. */
export async function aMember({ role = 'User', account }: { role?: Role; account?: TestAccount } = {}) {
  const { db } = await testPortal()
  const person = await aPerson()
  const home = account ?? (await anAccount())
  await insertMembership(db, home.id, await ensureUser(db, person), role)
  return { person, account: home, call: await callAs(person) }
}

export interface TestAccount {
  id: number
  publicId: string
}

export async function anAccount(name = 'An account'): Promise<TestAccount> {
  const { db } = await testPortal()
  const { id, public_id: publicId } = await insertAccount(db, name, null)
  return { id, publicId }
}

/** The platform administrator named in this portal's settings. */
export async function anAdministrator() {
  const { db } = await testPortal()
  const person = await addPerson(db, personFrom(operatorEmail, 'Petra Operator', 'Plinth'))
  return { person, call: await callAs(person) }
}

export async function callAs(person: Person, claims?: JWTPayload, origin?: string): Promise<Call> {
  const authorization = `Bearer ${await tokenOf(person, claims)}`
  const baseUrl = origin ?? (await testPortal()).origin
  return createClient({ baseUrl, headers: () => ({ authorization }) })
}

export async function callAsNobody(): Promise<Call> {
  return createClient({ baseUrl: (await testPortal()).origin })
}

/** An access token of the embedded provider for this person, with claims of your choice on top. */
export async function tokenOf(person: Person, claims: JWTPayload = {}): Promise<string> {
  const { db, config } = await testPortal()
  return signAccessToken(db, config, person, claims)
}
