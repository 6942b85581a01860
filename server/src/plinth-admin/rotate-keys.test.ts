import { createHmac } from 'node:crypto'

import { listAccounts } from '@plinth/contract/accounts.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { listSigningKeys } from '../database/signing-keys-store.ts'
import { providerKeys } from '../embedded/identity/keys.ts'
import { findProviderKey } from '../testing/access-token.ts'
import { aConnectedAgent } from '../testing/connecting-agents.ts'
import { settingsOfPortal } from '../testing/library.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { runAdmin } from '../testing/run-admin.ts'
import { aMember, anotherInstance, aPerson, callAs, testPortal } from '../testing/test-app.ts'
import { aViewedVersion } from '../testing/viewing.ts'
import { sessionKeys } from '../viewer/signer.ts'

let other: Awaited<ReturnType<typeof anotherInstance>>

beforeAll(async () => {
  other = await anotherInstance()
})

afterAll(() => other.close())
afterEach(() => void vi.useRealTimers())

const soon = { timeout: 14_000, interval: 50 }
const minute = 60_000
const day = 24 * 60 * minute

const letPass = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })

const rotate = async (...options: string[]) => runAdmin(['rotate-keys', ...options], await settingsOfPortal())

const instances = async () => [await testPortal(), other]

/** The ids of the keys that each instance accepts, the one that signs first. */
async function keyIds(): Promise<string[][]> {
  const { host } = (await testPortal()).config.publicUrl
  const answers = (await instances()).map(async ({ config: { port } }) => {
    const { text } = await sendRequest('/idp/jwks', { port, host })
    return (JSON.parse(text) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  })
  return Promise.all(answers)
}

async function sessionKeyOf(generation: number): Promise<string> {
  const stored = await listSigningKeys<string>((await testPortal()).db, sessionKeys.name)
  return stored.find((key) => key.generation === generation)?.value ?? 'none'
}

/** Whether the newest key or another has signed this cookie. */
function isSignedWith(cookie: string, key: string): boolean {
  const [text = '', signature] = cookie.slice(cookie.indexOf('=') + 1).split('.')
  return createHmac('sha256', key).update(text).digest('base64url') === signature
}

const cookieFrom = ({ headers }: Awaited<ReturnType<typeof sendRequest>>) =>
  headers['set-cookie']?.[0]?.split(';')[0] ?? ''

/** A client that registered itself, so that its id is signed by the portal. */
async function aRegisteredClient(): Promise<string> {
  const { text } = await sendRequest('/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Agent', redirect_uris: ['http://localhost/callback'] }),
  })
  return (JSON.parse(text) as { client_id: string }).client_id
}

test('keys are replaced while instances run, and everything signed before still works at each of them', async () => {
  const portal = await testPortal()
  const member = await aMember()
  const viewed = await aViewedVersion(member)
  const agent = await aConnectedAgent(member, await aRegisteredClient())
  const composed = { compositionId: 1, versionId: 1 }
  const label = portal.services.viewer.labels.labelOf(composed)
  const formerKid = (await findProviderKey(portal.db)).kid ?? ''

  const { code, output } = await rotate()
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Nobody is signed out') })
  const names = await sql<{ name: string }>`SELECT DISTINCT name FROM signing_keys`.execute(portal.db)
  for (const { name } of names.rows) expect(output).toContain(`${name}: key 2 signs from `)

  const newKid = (await findProviderKey(portal.db)).kid ?? ''
  await expect.poll(keyIds, soon).toEqual([
    [formerKid, newKid],
    [formerKid, newKid],
  ])
  expect(isSignedWith(cookieFrom(await viewed.exchange()), await sessionKeyOf(1))).toBe(true)
  letPass(-365 * day)
  expect((await keyIds()).map(([signing]) => signing)).toEqual([formerKid, formerKid])
  vi.useRealTimers()

  letPass(2 * minute)
  await expect(keyIds()).resolves.toEqual([
    [newKid, formerKid],
    [newKid, formerKid],
  ])
  const ports = (await instances()).map(({ config }) => config.port)
  for (const port of ports) {
    expect((await viewed.look(port)).status).toBe(200)
    const cookie = cookieFrom(await viewed.exchange(port))
    expect(isSignedWith(cookie, await sessionKeyOf(2))).toBe(true)
    for (const otherPort of ports) {
      const headers = { cookie, connection: 'close' }
      const { status } = await sendRequest('/index.html', { port: otherPort, host: viewed.host, headers })
      expect(status).toBe(200)
    }
  }
  for (const { origin, services } of await instances()) {
    await expect((await callAs(viewed.person, {}, origin))(listAccounts)).resolves.toHaveLength(1)
    expect(services.viewer.labels.parse(label)).toEqual(composed)
    expect(services.viewer.labels.labelOf(composed)).not.toBe(label)
  }
  await expect(agent.refresh()).resolves.toMatchObject({ status: 200 })
})

test('a former key is refused once everything it has signed has expired, and then deleted', async () => {
  const { services, db } = await testPortal()
  const { signer } = services.viewer
  await rotate()
  await expect.poll(async () => (await keyIds()).every((ids) => ids.length === 3), soon).toBe(true)
  const expires = Math.floor((Date.now() + 365 * day) / 1000)
  const signed = signer.sign({ use: 'session', userId: 1, version: 'abc', expires })
  letPass((sessionKeys.lifetimeDays - 1) * day)
  expect(signer.verify(signed, 'session')).toBeDefined()
  letPass(2 * day)
  expect(signer.verify(signed, 'session')).toBeUndefined()
  vi.useRealTimers()
  await sql`UPDATE signing_keys SET accepted_until = now() - interval '1 second' WHERE accepted_until IS NOT NULL`.execute(
    db,
  )
  await runAdmin(['sweep'], await settingsOfPortal())
  const { rows } = await sql<{ generation: number }>`SELECT DISTINCT generation FROM signing_keys`.execute(db)
  expect(rows).toEqual([{ generation: 3 }])
})

test('after a leak, --revoke-former refuses at every instance what was signed before', async () => {
  const { db } = await testPortal()
  const person = await aPerson()
  const viewed = await aViewedVersion()
  for (const { config } of await instances()) expect((await viewed.look(config.port)).status).toBe(200)
  const { output } = await rotate('--revoke-former')
  expect(output).toContain('is refused from now on')
  const newKid = (await findProviderKey(db)).kid ?? ''
  await expect.poll(keyIds, soon).toEqual([[newKid], [newKid]])
  for (const { config, origin } of await instances()) {
    await expect.poll(async () => (await viewed.look(config.port)).status, soon).toBe(401)
    await expect((await callAs(person, {}, origin))(listAccounts)).rejects.toMatchObject({ status: 401 })
  }
  await expect(listSigningKeys(db, providerKeys.name)).resolves.toHaveLength(1)
})
