import { errors, jwtVerify } from 'jose'
import type { JWTVerifyGetKey } from 'jose'

import { Problem } from '../http/problems.ts'
import { explained } from '../identity/token-verifier.ts'
import { marketplaceService } from '../settings/marketplace-settings.ts'
import type { MarketplaceSettings } from '../settings/marketplace-settings.ts'

/** Refuses whatever is not signed for us by the marketplace through the publisher's tenant. */
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
      throw asProblem(cause)
    }
  }
}

/** Without the keys nothing can be said of the message: it is to come again. */
function asProblem(cause: unknown): Problem {
  const areKeysAway =
    cause instanceof errors.JWKSTimeout ||
    (cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC') ||
    (cause instanceof TypeError && cause.message.includes('fetch'))
  return new Problem(areKeysAway ? 'unavailable' : 'webhook_refused', { cause: explained(cause) })
}
