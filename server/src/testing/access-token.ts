import { SignJWT, importJWK } from 'jose'
import type { JWTPayload } from 'jose'

import type { Database } from '../database/connect.ts'
import { providerKeys } from '../embedded/identity/keys.ts'
import type { Person } from '../embedded/identity/people.ts'
import { providerFacts } from '../embedded/identity/provider-facts.ts'
import { loadKeys } from '../identity/signing-keys.ts'
import type { Config } from '../settings/config.ts'

const signers = new WeakMap<Database, ReturnType<typeof loadSigner>>()

/** The newest key of the embedded provider. */
export async function findProviderKey(db: Database) {
  const [{ value }] = await loadKeys(db, providerKeys)
  return value.signing
}

async function loadSigner(db: Database) {
  const signing = await findProviderKey(db)
  return {
    header: { alg: 'RS256', ...(signing.kid ? { kid: signing.kid } : {}) },
    key: await importJWK(signing, 'RS256'),
  }
}

/** Loaded once per database, because tests sign thousands of tokens. */
function signerOf(db: Database) {
  const signer = signers.get(db) ?? loadSigner(db)
  signers.set(db, signer)
  return signer
}

/** An access token of the embedded provider for this person, with claims of your choice on top. */
export async function signAccessToken(
  db: Database,
  config: Config,
  person: Person,
  claims: JWTPayload = {},
): Promise<string> {
  const { header, key } = await signerOf(db)
  const { tokenIssuerTemplate } = providerFacts(config)
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({
    iss: tokenIssuerTemplate.replace('{tenantid}', person.tenantId),
    aud: `api://${config.identity.clientId}`,
    iat: now,
    exp: now + 3600,
    tid: person.tenantId,
    oid: person.objectId,
    scp: config.identity.roleName,
    name: person.displayName,
    preferred_username: person.email,
    ...claims,
  })
    .setProtectedHeader(header)
    .sign(key)
}
