import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { migrationsFolder } from '../database/migrate.ts'
import { providerFacts } from '../embedded/identity/provider-facts.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { aPerson, testPortal } from '../testing/test-app.ts'
import { databaseRecords, deleteExpiredRecords } from './provider-records.ts'

const stored = async () => {
  const { db } = await testPortal()
  return JSON.stringify(await db.selectFrom('identity_records').selectAll().execute())
}

/** A browser that signs in at the provider, and the secrets it has received so far. */
async function aBrowser() {
  const { config } = await testPortal()
  const cookies = new Map<string, string>()
  const secrets = new Set<string>()
  async function send(path: string, form?: Record<string, string>) {
    const answer = await sendRequest(path.replace(config.publicUrl.origin, ''), {
      host: config.publicUrl.host,
      method: form ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    })
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
      if (value.length > 20) secrets.add(value)
    }
    const records = await stored()
    for (const secret of secrets) expect(records).not.toContain(secret)
    return { ...answer, location: answer.headers.location ?? '' }
  }
  return { send, secrets }
}

interface TokenAnswer {
  access_token?: string
  refresh_token?: string
}

const codeOf = (location: string) => new URL(location).searchParams.get('code') ?? ''

async function signIn() {
  const { config } = await testPortal()
  const { issuer, apiScope, redirectUri } = providerFacts(config)
  const person = await aPerson()
  const { send, secrets } = await aBrowser()
  const verifier = randomBytes(32).toString('base64url')
  const client = { client_id: config.identity.clientId, redirect_uri: redirectUri }
  const parameters = new URLSearchParams({
    ...client,
    response_type: 'code',
    response_mode: 'query',
    scope: `openid ${apiScope}`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const authorize = async (prompt?: string) => {
    if (prompt) parameters.set('prompt', prompt)
    const { location } = await send(`${issuer}/auth?${parameters.toString()}`)
    if (!location.includes('/interaction/')) return location
    expect((await send(location)).status).toBe(200)
    const resumed = await send(location, { person: person.objectId })
    return (await send(resumed.location)).location
  }
  const token = async (form: Record<string, string>) => {
    const answer = await send(`${issuer}/token`, { ...client, ...form })
    return { status: answer.status, ...(JSON.parse(answer.text) as TokenAnswer) }
  }
  const code = codeOf(await authorize())
  expect(code).not.toBe('')
  secrets.add(code)
  const exchange = () => token({ grant_type: 'authorization_code', code, code_verifier: verifier })
  return { authorize, token, exchange, secrets }
}

test('the database contains no session, code or refresh token in plain text, at any step', async () => {
  const { authorize, token, exchange, secrets } = await signIn()
  const { refresh_token: refresh = '' } = await exchange()
  expect(refresh.length).toBeGreaterThan(20)
  secrets.add(refresh)
  const renewed = await token({ grant_type: 'refresh_token', refresh_token: refresh })
  expect(renewed).toMatchObject({ status: 200, access_token: expect.any(String) as string })
  // The session is still found, even if the person chooses an account again.
  expect(codeOf(await authorize())).not.toBe('')
  expect(codeOf(await authorize('select_account'))).not.toBe('')
  expect(secrets.size).toBeGreaterThan(4)
})

test('a code works once, and a second use revokes the tokens of the first', async () => {
  const { token, exchange } = await signIn()
  const { refresh_token: refresh = '' } = await exchange()
  expect((await exchange()).status).toBe(400)
  expect((await token({ grant_type: 'refresh_token', refresh_token: refresh })).status).toBe(400)
})

test('a hash from the database does not work as an id', async () => {
  const { db } = await testPortal()
  await signIn()
  const rows = await db.selectFrom('identity_records').select(['model', 'id']).execute()
  expect(rows.length).toBeGreaterThan(1)
  for (const { model, id } of rows) expect(await recordsOf(model).find(id)).toBeUndefined()
})

test('old records in plain text are emptied and deleted', async () => {
  const { db } = await testPortal()
  const old = { model: 'RefreshToken', id: 'an-old-token', payload: '{"jti":"an-old-token"}', uid: 'old' }
  await db.insertInto('identity_records').values(old).execute()
  await sql
    .raw(await readFile(new URL('0013-hashed-identity-records.sql', migrationsFolder), 'utf8'))
    .execute(db)
  expect(await stored()).not.toContain('an-old-token')
  expect(await recordsOf('RefreshToken').find('an-old-token')).toBeUndefined()
  await deleteExpiredRecords(db)
  expect(await stored()).toBe('[]')
})

const { db: database } = await testPortal()
const recordsOf = (model: string) => databaseRecords(database)(model)
