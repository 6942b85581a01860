import { createHmac } from 'node:crypto'

import { listAccounts } from '@plinth/contract/accounts.ts'
import type { ProblemDocument } from '@plinth/contract/problems.ts'
import { SignJWT, exportSPKI, generateKeyPair, importJWK } from 'jose'
import type { JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'

import { findProviderKey } from '../testing/access-token.ts'
import { aPerson, callAs, testPortal, tokenOf } from '../testing/test-app.ts'

async function send(authorization?: string) {
  const { origin } = await testPortal()
  const response = await fetch(`${origin}/api/v1/accounts`, {
    headers: authorization ? { authorization } : {},
  })
  return { response, problem: (await response.json()) as ProblemDocument }
}

async function sendClaims(claims: JWTPayload) {
  return send(`Bearer ${await tokenOf(await aPerson(), claims)}`)
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a token of the embedded provider signs a person in', async () => {
  const call = await callAs(await aPerson())
  await expect(call(listAccounts)).resolves.toEqual([])
})

describe('a token is refused with a problem document', () => {
  test.each([
    ['for another audience', { aud: 'api://somebody-else' }, 401, 'token_invalid'],
    ['of another issuer', { iss: 'https://login.example/v2.0' }, 401, 'token_invalid'],
    [
      'whose issuer names another tenant',
      { tid: '11111111-1111-4111-8111-111111111111' },
      401,
      'token_invalid',
    ],
    ['whose tenant is not an id', { tid: '../../common' }, 401, 'token_invalid'],
    ['without an object id', { oid: undefined }, 401, 'token_invalid'],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }, 401, 'token_expired'],
    ['that never expires', { exp: undefined }, 401, 'token_invalid'],
    ['that is not valid yet', { nbf: Math.floor(Date.now() / 1000) + 600 }, 401, 'token_invalid'],
    ['without the scope', { scp: 'User.Read' }, 403, 'scope_missing'],
    ['with a scope that only contains the name', { scp: 'Portal.AccessNot' }, 403, 'scope_missing'],
  ])('%s', async (_, claims, status, code) => {
    const { response, problem } = await sendClaims(claims as JWTPayload)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(problem).toMatchObject({ status, code, instance: '/api/v1/accounts' })
  })

  test('of a personal account', async () => {
    const { config } = await testPortal()
    const tid = '9188040d-6c67-4c5b-b112-36a304b66dad'
    const { response, problem } = await sendClaims({ tid, iss: `${config.publicUrl.origin}/idp/${tid}/v2.0` })
    expect(response.status).toBe(403)
    expect(problem.code).toBe('work_account_required')
  })

  test('with the algorithm none', async () => {
    const [, payload] = (await tokenOf(await aPerson())).split('.')
    const { response } = await send(`Bearer ${base64url({ alg: 'none', typ: 'JWT' })}.${payload}.`)
    expect(response.status).toBe(401)
  })

  test('signed with the public key as if it were a shared secret', async () => {
    const { db } = await testPortal()
    const signing = await findProviderKey(db)
    const { kty, n, e } = signing
    const publicKey = await importJWK({ kty, n, e, alg: 'RS256' } as never, 'RS256', { extractable: true })
    const [, payload] = (await tokenOf(await aPerson())).split('.')
    const signed = `${base64url({ alg: 'HS256', typ: 'JWT', kid: signing.kid })}.${payload}`
    const signature = createHmac('sha256', await exportSPKI(publicKey))
      .update(signed)
      .digest('base64url')
    const { response } = await send(`Bearer ${signed}.${signature}`)
    expect(response.status).toBe(401)
  })

  test('signed by another key with our key id', async () => {
    const { db } = await testPortal()
    const signing = await findProviderKey(db)
    const { privateKey } = await generateKeyPair('RS256')
    const [, payload = ''] = (await tokenOf(await aPerson())).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: signing.kid ?? '' })
      .sign(privateKey)
    const { response } = await send(`Bearer ${forged}`)
    expect(response.status).toBe(401)
  })

  test.each([
    undefined,
    'Bearer',
    'Bearer ',
    'Basic dXNlcjpwYXNz',
    'Bearer a.b.c',
    'Bearer not-a-token',
    'Bearer a b',
  ])('when the header is %j', async (header) => {
    const { response, problem } = await send(header)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(problem.title).toBe('Unauthorized')
  })
})

test('a token in the URL is not accepted', async () => {
  const { origin } = await testPortal()
  const token = await tokenOf(await aPerson())
  const response = await fetch(`${origin}/api/v1/accounts?access_token=${token}`)
  expect(response.status).toBe(401)
})

test('tokens are never logged', async () => {
  const { logLines, origin } = await testPortal()
  const token = await tokenOf(await aPerson())
  await fetch(`${origin}/api/v1/accounts?access_token=${token}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await fetch(`${origin}/api/v1/nowhere/${'x'.repeat(10)}?code=secret-code`, {
    headers: { authorization: `Bearer ${token}x` },
  })
  const log = logLines.join('')
  expect(log).toContain('/api/v1/accounts')
  expect(log).not.toContain(token)
  expect(log).not.toContain('secret-code')
  expect(log).not.toContain('access_token')
})
