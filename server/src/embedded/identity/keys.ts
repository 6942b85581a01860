import { randomBytes } from 'node:crypto'

import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'

import type { Database } from '../../database/connect.ts'
import { loadOrCreateSecret } from '../../database/generated-secrets.ts'

export interface ProviderKeys {
  signing: JWK
  cookies: string[]
}

/** The provider's keys, stored in the database so that a restart does not sign people out. */
export function loadOrCreateKeys(db: Database): Promise<ProviderKeys> {
  return loadOrCreateSecret(db, 'embedded-identity', createKeys)
}

async function createKeys(): Promise<ProviderKeys> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomBytes(8).toString('hex')
  const signing = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid }
  return { signing, cookies: [randomBytes(32).toString('base64url')] }
}
