import { timingSafeEqual } from 'node:crypto'

import { SignJWT, importJWK, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'

import type { KeyRing } from '../../identity/signing-keys.ts'
import { marketplaceService } from '../../settings/marketplace-settings.ts'
import type { MarketplaceSettings } from '../../settings/marketplace-settings.ts'
import { hashOfSecret } from '../../shared/secret-codes.ts'
import { publicKeysOf } from '../identity/keys.ts'
import type { ProviderKeys } from '../identity/keys.ts'

const hour = 60 * 60

export interface MarketplaceTokens {
  /** For the publisher's calls; undefined if the credentials are wrong. */
  issueForApi(
    clientId: unknown,
    clientSecret: unknown,
  ): Promise<{ token: string; expiresIn: number } | undefined>
  isForApi(token: string): Promise<boolean>
  /** For our webhooks to the publisher. */
  issueForWebhook(): Promise<string>
}

/** All tokens are signed with the embedded identity provider's key; the audience separates their uses. */
export function marketplaceTokens(
  { tenantId, clientId }: MarketplaceSettings,
  clientSecret: string,
  issuer: string,
  ring: KeyRing<ProviderKeys>,
): MarketplaceTokens {
  const keys = publicKeysOf(ring)

  const sign = async (claims: JWTPayload) => {
    const [{ signing }] = ring.keys()
    return new SignJWT({ ...claims, tid: tenantId })
      .setProtectedHeader({ alg: 'RS256', ...(signing.kid ? { kid: signing.kid } : {}) })
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime(`${hour}s`)
      .sign(await importJWK(signing, 'RS256'))
  }

  return {
    issueForApi: async (givenId, givenSecret) => {
      if (givenId !== clientId || typeof givenSecret !== 'string') return undefined
      if (!timingSafeEqual(hashOfSecret(givenSecret), hashOfSecret(clientSecret))) return undefined
      return { token: await sign({ aud: marketplaceService, appid: clientId }), expiresIn: hour }
    },
    isForApi: async (token) =>
      jwtVerify(token, keys, { algorithms: ['RS256'], audience: marketplaceService, issuer }).then(
        () => true,
        () => false,
      ),
    issueForWebhook: () => sign({ aud: clientId, appid: marketplaceService, ver: '1.0' }),
  }
}
