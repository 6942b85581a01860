import { randomBytes } from 'node:crypto'

import { createLocalJWKSet, exportJWK, generateKeyPair } from 'jose'
import type { JWK, JWTVerifyGetKey } from 'jose'

import { builtFrom } from '../../identity/signing-keys.ts'
import type { KeyKind, KeyRing } from '../../identity/signing-keys.ts'

export interface ProviderKeys {
  signing: JWK
  cookies: string[]
}

/** The provider's keys, stored in the database so that a restart does not sign people out. */
export const providerKeys: KeyKind<ProviderKeys> = {
  name: 'embedded-identity',
  // As long as its session cookie; tokens expire earlier.
  lifetimeDays: 14,
  create: createKeys,
}

async function createKeys(): Promise<ProviderKeys> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 3072 })
  const kid = randomBytes(8).toString('hex')
  const signing = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid }
  return { signing, cookies: [randomBytes(32).toString('base64url')] }
}

/** Finds the public key of a token by its id. */
export function publicKeysOf(ring: KeyRing<ProviderKeys>): JWTVerifyGetKey {
  const find = builtFrom(ring, (keys) => createLocalJWKSet({ keys: keys.map(publicKeyOf) }))
  return (header, token) => find()(header, token)
}

const publicKeyOf = ({ signing: { kty, n, e, kid } }: ProviderKeys) =>
  ({ kty, n, e, kid, alg: 'RS256', use: 'sig' }) as JWK
