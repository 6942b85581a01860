import { maxLength } from '@plinth/contract/max-length.ts'
import { decodeJwt, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey, ProtectedHeaderParameters } from 'jose'

import { IdentityProviderUnavailable, TokenRejected } from './errors.ts'

/** Who a verified access token speaks for. Identity is `tenantId` + `objectId`; the rest is for display. */
export interface Identity {
  tenantId: string
  objectId: string
  displayName: string
  email: string
  roles: string[]
}

export interface VerifierOptions {
  /** The issuer with `{tenantid}` where a token's own tenant goes. */
  issuerTemplate: string
  keys: JWTVerifyGetKey
  /** The issuer a signing key is bound to, where the provider says so; may hold `{tenantid}` too. */
  issuerOfKey?: (header: ProtectedHeaderParameters) => string | undefined
  clientId: string
  scope: string
  acceptV1: boolean
}

export type VerifyToken = (token: string) => Promise<Identity>

const guidWithin = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const guid = new RegExp(`^${guidWithin.source}$`, 'i')
const consumerTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'
const v1IssuerTemplate = 'https://sts.windows.net/{tenantid}/'

/** One verifier for every identity provider: only its keys and its issuer differ. */
export function tokenVerifier({
  issuerTemplate,
  keys,
  issuerOfKey,
  clientId,
  scope,
  acceptV1,
}: VerifierOptions): VerifyToken {
  const templates = acceptV1 ? [issuerTemplate, v1IssuerTemplate] : [issuerTemplate]
  // An authority of one tenant has its id in the issuer: then tokens speak for that tenant and for no other.
  const onlyTenant = guidWithin.exec(issuerTemplate)?.[0].toLowerCase()
  return async (token) => {
    const tenantId = tenantOf(token)
    if (onlyTenant !== undefined && tenantId !== onlyTenant) throw new TokenRejected('token_invalid')
    const issuers = templates.map((template) => template.replace('{tenantid}', tenantId))
    const { payload, protectedHeader } = await verify(token, issuers)
    const keyIssuer = issuerOfKey?.(protectedHeader)?.replace('{tenantid}', tenantId)
    // Compared with all of the tenant's issuers: keys name the version 2 issuer, also where they sign version 1 tokens.
    if (keyIssuer !== undefined && !issuers.includes(keyIssuer)) {
      throw new TokenRejected('token_invalid', {
        cause: new Error(`its key belongs to the issuer ${keyIssuer}`),
      })
    }
    if (tenantId === consumerTenant) throw new TokenRejected('work_account_required')
    const scopes = typeof payload['scp'] === 'string' ? payload['scp'].split(' ') : []
    if (!scopes.includes(scope)) {
      throw new TokenRejected('scope_missing', {
        cause: new Error(`the token has the scopes "${scopes.join(' ')}" and not "${scope}"`),
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
      throw refusal(cause)
    }
  }
}

/** The token's own word for its tenant; nothing is trusted until the issuer built from it has matched. */
function tenantOf(token: string): string {
  try {
    const { tid } = decodeJwt(token)
    if (typeof tid === 'string' && guid.test(tid)) return tid.toLowerCase()
  } catch {
    // Not a token at all: refused like one that names no tenant.
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
  // What somebody's directory holds is shown, and must not keep them out: only what cannot be stored goes.
  return typeof found === 'string'
    ? found
        .slice(0, maxLength.email)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
    : ''
}

function refusal(cause: unknown): TokenRejected | IdentityProviderUnavailable {
  if (cause instanceof errors.JWTExpired) return new TokenRejected('token_expired', { cause })
  const isUnreachable =
    cause instanceof errors.JWKSTimeout ||
    (cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC')
  if (isUnreachable || cause instanceof TypeError) {
    return new IdentityProviderUnavailable('the identity provider does not answer', { cause })
  }
  return new TokenRejected('token_invalid', { cause: explained(cause) })
}

/** Says which value was not expected, since that is where a wrong setting shows; it is no secret. */
export function explained(cause: unknown): unknown {
  if (!(cause instanceof errors.JWTClaimValidationFailed)) return cause
  const value = JSON.stringify(cause.payload[cause.claim])?.slice(0, 200)
  return new Error(`${cause.message}: ${value}`, { cause })
}
