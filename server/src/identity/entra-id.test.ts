import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '../settings/config.ts'
import { entraIdentity } from './entra-id.ts'

const tenant = '33333333-3333-4333-8333-333333333333'
const otherTenant = '44444444-4444-4444-8444-444444444444'
const clientId = '55555555-5555-4555-8555-555555555555'

/** A local authority with the documents of the real one: keys for all tenants, for one, and without an issuer. */
async function authority() {
  const common = await generateKeyPair('RS256', { extractable: true })
  const bound = await generateKeyPair('RS256', { extractable: true })
  const plain = await generateKeyPair('RS256', { extractable: true })
  const pairs = { common, bound, plain }
  const server = createServer((request, response) => {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const documents: Record<string, unknown> = {
      '/common/v2.0/.well-known/openid-configuration': {
        issuer: `${base}/{tenantid}/v2.0`,
        jwks_uri: `${base}/common/discovery/v2.0/keys`,
      },
      [`/${tenant}/v2.0/.well-known/openid-configuration`]: {
        issuer: `${base}/${tenant}/v2.0`,
        jwks_uri: `${base}/common/discovery/v2.0/keys`,
      },
      '/common/discovery/v2.0/keys': { keys },
    }
    const document = documents[request.url ?? '']
    response
      .writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(document ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = [
    { ...(await exportJWK(common.publicKey)), kid: 'common', use: 'sig', issuer: `${base}/{tenantid}/v2.0` },
    {
      ...(await exportJWK(bound.publicKey)),
      kid: 'bound',
      use: 'sig',
      issuer: `${base}/${otherTenant}/v2.0`,
    },
    { ...(await exportJWK(plain.publicKey)), kid: 'plain', use: 'sig' },
  ]
  const sign = (claims: JWTPayload, kid: keyof typeof pairs = 'common') =>
    new SignJWT({
      iss: `${base}/${tenant}/v2.0`,
      aud: clientId,
      tid: tenant,
      oid: clientId,
      scp: 'Portal.Access User.Read',
      name: 'Ada',
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(pairs[kid].privateKey)
  return { base, sign, close: () => server.close() }
}

let provider: Awaited<ReturnType<typeof authority>>
const settings = (extra: Record<string, string> = {}) =>
  readConfig({
    PLINTH_IDENTITY_AUTHORITY: `${provider.base}/common/v2.0`,
    PLINTH_IDENTITY_CLIENT_ID: clientId,
    ...extra,
  })

beforeAll(async () => {
  provider = await authority()
})
afterAll(() => provider.close())

test('tokens of any work tenant are accepted, each under its own issuer', async () => {
  const { verifyToken } = await entraIdentity(settings())
  await expect(verifyToken(await provider.sign({}))).resolves.toMatchObject({
    tenantId: tenant,
    objectId: clientId,
    displayName: 'Ada',
  })
  const other = { tid: otherTenant, iss: `${provider.base}/${otherTenant}/v2.0`, aud: `api://${clientId}` }
  await expect(verifyToken(await provider.sign(other))).resolves.toMatchObject({ tenantId: otherTenant })
})

test('a key of one tenant is refused for another', async () => {
  const { verifyToken } = await entraIdentity(settings())
  await expect(verifyToken(await provider.sign({}, 'bound'))).rejects.toMatchObject({ code: 'token_invalid' })
  const own = { tid: otherTenant, iss: `${provider.base}/${otherTenant}/v2.0` }
  await expect(verifyToken(await provider.sign(own, 'bound'))).resolves.toMatchObject({
    tenantId: otherTenant,
  })
})

test('version 1 issuers are accepted only if configured', async () => {
  const claims = { iss: `https://sts.windows.net/${tenant}/` }
  const strict = await entraIdentity(settings())
  await expect(strict.verifyToken(await provider.sign(claims))).rejects.toMatchObject({
    code: 'token_invalid',
  })
  const lenient = await entraIdentity(settings({ PLINTH_IDENTITY_ACCEPT_V1: 'true' }))
  await expect(lenient.verifyToken(await provider.sign(claims))).resolves.toMatchObject({ tenantId: tenant })
  const borrowed = { ...claims, tid: otherTenant }
  await expect(lenient.verifyToken(await provider.sign(borrowed))).rejects.toMatchObject({
    code: 'token_invalid',
  })
  await expect(lenient.verifyToken(await provider.sign(claims, 'bound'))).rejects.toMatchObject({
    code: 'token_invalid',
  })
})

test('with an authority of one tenant, tokens that claim another are refused', async () => {
  const single = settings({
    PLINTH_IDENTITY_AUTHORITY: `${provider.base}/${tenant}/v2.0`,
    PLINTH_IDENTITY_ACCEPT_V1: 'true',
  })
  const { verifyToken } = await entraIdentity(single)
  await expect(verifyToken(await provider.sign({}))).resolves.toMatchObject({ tenantId: tenant })
  for (const claims of [
    { tid: otherTenant },
    { tid: otherTenant, iss: `${provider.base}/${otherTenant}/v2.0` },
    { tid: otherTenant, iss: `https://sts.windows.net/${otherTenant}/` },
  ]) {
    await expect(verifyToken(await provider.sign(claims, 'plain'))).rejects.toMatchObject({
      code: 'token_invalid',
    })
  }
})

test('the web app is told to sign in at the common endpoint with the scope of the API', async () => {
  const { client } = await entraIdentity(settings())
  expect(client).toMatchObject({
    authority: `${provider.base}/common`,
    protocolMode: 'AAD',
    apiScope: `api://${clientId}/Portal.Access`,
  })
})

test('an authority that does not answer is reported by its setting', async () => {
  const config = readConfig({
    PLINTH_IDENTITY_AUTHORITY: 'http://127.0.0.1:9/common/v2.0',
    PLINTH_IDENTITY_CLIENT_ID: clientId,
  })
  await expect(entraIdentity(config)).rejects.toThrow('PLINTH_IDENTITY_AUTHORITY does not answer')
})
