import { errors, jwtVerify } from 'jose'
import type { JWTVerifyGetKey } from 'jose'

import { withClaimValue } from '../identity/token-verifier.ts'
import { marketplaceService } from '../settings/marketplace-settings.ts'
import type { MarketplaceSettings } from '../settings/marketplace-settings.ts'
import { WebhookKeysUnavailable, WebhookRejected } from './errors.ts'

/** Refuses webhooks that the marketplace has not signed for this portal in the publisher's tenant. */
export function webhookVerifier(
  { tenantId, clientId }: Pick<MarketplaceSettings, 'tenantId' | 'clientId'>,
  keys: JWTVerifyGetKey,
  issuers: string[],
): (token: string) => Promise<void> {
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        audience: [clientId, `api://${clientId}`],
        issuer: issuers,
        requiredClaims: ['exp', 'tid'],
        clockTolerance: 60,
      })
      const sender = payload['appid'] ?? payload['azp']
      if (payload['tid'] !== tenantId || sender !== marketplaceService) {
        throw new Error(`its tenant is ${String(payload['tid'])}, its sender ${String(sender)}`)
      }
    } catch (cause) {
      throw webhookError(cause)
    }
  }
}

function webhookError(error: unknown): WebhookRejected | WebhookKeysUnavailable {
  const areKeysUnavailable =
    error instanceof errors.JWKSTimeout ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
    (error instanceof TypeError && error.message.includes('fetch'))
  const cause = withClaimValue(error)
  return areKeysUnavailable
    ? new WebhookKeysUnavailable('the keys of the marketplace cannot be fetched', { cause })
    : new WebhookRejected('the webhook was not sent by the marketplace', { cause })
}
