import { randomBytes } from 'node:crypto'

import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'

import type { Database } from '../../database/connect.ts'

export interface ProviderKeys {
  signing: JWK
  cookies: string[]
}

const name = 'embedded-identity'

/** Made once and kept: the first of several instances starting together decides. */
export async function loadOrCreateKeys(db: Database): Promise<ProviderKeys> {
  return (await findKeys(db)) ?? (await createKeys(db))
}

async function findKeys(db: Database): Promise<ProviderKeys | undefined> {
  const row = await db
    .selectFrom('generated_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value as ProviderKeys | undefined
}

async function createKeys(db: Database): Promise<ProviderKeys> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const signing = {
    ...(await exportJWK(privateKey)),
    alg: 'RS256',
    use: 'sig',
    kid: randomBytes(8).toString('hex'),
  }
  const keys: ProviderKeys = { signing, cookies: [randomBytes(32).toString('base64url')] }
  await db
    .insertInto('generated_secrets')
    .values({ name, value: JSON.stringify(keys) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findKeys(db)) ?? keys
}
