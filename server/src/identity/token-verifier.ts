import { maxLength } from '@plinth/contract/max-length.ts'
import { decodeJwt, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey, ProtectedHeaderParameters } from 'jose'

import { IdentityProviderUnavailable, TokenRejected } from './errors.ts'

/** The subject of a verified access token: `tenantId` and `objectId` identify the person, the rest is for display. */
export interface Identity {
  tenantId: string
  objectId: string
  displayName: string
  email: string
  roles: string[]
}

export interface VerifierOptions {
  /** The issuer, with `{tenantid}` in place of the token's tenant. */
  issuerTemplate: string
  keys: JWTVerifyGetKey
  /** The issuer that a signing key belongs to, if the provider names one; may contain `{tenantid}` too. */
  issuerOfKey?: (header: ProtectedHeaderParameters) => string | undefined
  clientId: string
  scope: string
  acceptV1: boolean
}

export type VerifyToken = (token: string) => Promise<Identity>

const guidPattern = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const guid = new RegExp(`^${guidPattern.source}$`, 'i')
const consumerTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'
const v1IssuerTemplate = 'https://sts.windows.net/{tenantid}/'

/** One verifier for all identity providers, which differ only in keys and issuer. */
export function tokenVerifier({
  issuerTemplate,
  keys,
  issuerOfKey,
  clientId,
  scope,
  acceptV1,
}: VerifierOptions): VerifyToken {
  const templates = acceptV1 ? [issuerTemplate, v1IssuerTemplate] : [issuerTemplate]
  // The issuer of a single-tenant authority contains the tenant's id; tokens of other tenants are refused.
  const onlyTenant = guidPattern.exec(issuerTemplate)?.[0].toLowerCase()
  return async (token) => {
    const tenantId = tenantOf(token)
    if (onlyTenant !== undefined && tenantId !== onlyTenant) throw new TokenRejected('token_invalid')
    const issuers = templates.map((template) => template.replace('{tenantid}', tenantId))
    const { payload, protectedHeader } = await verify(token, issuers)
    const keyIssuer = issuerOfKey?.(protectedHeader)?.replace('{tenantid}', tenantId)
    // Compared with all of the tenant's issuers, since keys name the version 2 issuer even for version 1 tokens.
    if (keyIssuer !== undefined && !issuers.includes(keyIssuer)) {
      throw new TokenRejected('token_invalid', {
        cause: new Error(`its key belongs to the issuer ${keyIssuer}`),
      })
    }
    if (tenantId === consumerTenant) throw new TokenRejected('work_account_required')
    const scopes = typeof payload['scp'] === 'string' ? payload['scp'].split(' ') : []
    if (!scopes.includes(scope)) {
      throw new TokenRejected('scope_missing', {
        cause: new Error(`the token has the scopes "${scopes.join(' ')}", not "${scope}"`),
      })
    }
    return identityOf(payload, tenantId)
  }

  async function verify(token: string, issuers: string[]) {
    try {
      return await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        audience: [clientId, `api://${clientId}`],
        issuer: issuers,
        requiredClaims: ['tid', 'oid', 'exp'],
        clockTolerance: 10,
      })
    } catch (cause) {
      throw tokenError(cause)
    }
  }
}

/** The tenant that the token claims; not trusted until the issuer built from it matches. */
function tenantOf(token: string): string {
  try {
    const { tid } = decodeJwt(token)
    if (typeof tid === 'string' && guid.test(tid)) return tid.toLowerCase()
  } catch {
    // Not a token: refused like one without a tenant.
  }
  throw new TokenRejected('token_invalid')
}

function identityOf(claims: JWTPayload, tenantId: string): Identity {
  const objectId = claims['oid']
  if (typeof objectId !== 'string' || !guid.test(objectId)) throw new TokenRejected('token_invalid')
  const email = firstText(claims, ['email', 'preferred_username', 'upn', 'unique_name'])
  return {
    tenantId,
    objectId: objectId.toLowerCase(),
    displayName: firstText(claims, ['name']) || email || objectId,
    email,
    roles: Array.isArray(claims['roles']) ? claims['roles'].filter((role) => typeof role === 'string') : [],
  }
}

function firstText(claims: JWTPayload, names: string[]): string {
  const found = names.map((name) => claims[name]).find((value) => typeof value === 'string' && value !== '')
  // Unusual names must not lock people out: only what cannot be stored is removed.
  return typeof found === 'string'
    ? found
        .slice(0, maxLength.email)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
    : ''
}

function tokenError(cause: unknown): TokenRejected | IdentityProviderUnavailable {
  if (cause instanceof errors.JWTExpired) return new TokenRejected('token_expired', { cause })
  const isUnreachable =
    cause instanceof errors.JWKSTimeout ||
    (cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC')
  if (isUnreachable || cause instanceof TypeError) {
    return new IdentityProviderUnavailable('the identity provider does not answer', { cause })
  }
  return new TokenRejected('token_invalid', { cause: withClaimValue(cause) })
}

/** Adds the unexpected claim's value, which shows a wrong setting and is no secret. */
export function withClaimValue(cause: unknown): unknown {
  if (!(cause instanceof errors.JWTClaimValidationFailed)) return cause
  const value = JSON.stringify(cause.payload[cause.claim])?.slice(0, 200)
  return new Error(`${cause.message}: ${value}`, { cause })
}
