import { createRemoteJWKSet } from 'jose'
import type { JWTVerifyGetKey } from 'jose'

import type { Config } from '../settings/config.ts'
import type { MarketplaceSettings } from '../settings/marketplace-settings.ts'
import { accessTokens } from './access-token.ts'
import { MarketplaceUnavailable, WebhookRejected } from './errors.ts'
import { fulfillmentClient } from './fulfillment-client.ts'
import type { FulfillmentClient } from './fulfillment-client.ts'
import { marketplaceRequests } from './requests.ts'
import { webhookVerifier } from './verify-webhook.ts'

/** The marketplace as the rest of the portal sees it. */
export interface Marketplace {
  fulfillment: FulfillmentClient
  /** Throws unless the token is the marketplace's own. */
  verifyWebhook: (token: string) => Promise<void>
}

/** The embedded marketplace's secret and keys, by which the portal trusts it. */
export interface EmbeddedTrust {
  clientSecret: string
  keys: JWTVerifyGetKey
}

export function openMarketplace(config: Config, embedded: EmbeddedTrust | undefined): Marketplace {
  const settings = config.marketplace
  if (!settings) return noMarketplace()
  const secret = settings.clientSecret ?? embedded?.clientSecret ?? ''
  const send = marketplaceRequests(accessTokens(settings, secret))
  return {
    fulfillment: fulfillmentClient(settings.url, send),
    verifyWebhook: embedded
      ? webhookVerifier(settings, embedded.keys, [embeddedIssuer(config, settings)])
      : webhookVerifier(settings, createRemoteJWKSet(keysUrl(settings), { timeoutDuration: 5_000 }), [
          `https://login.microsoftonline.com/${settings.tenantId}/v2.0`,
          `https://sts.windows.net/${settings.tenantId}/`,
        ]),
  }
}

export const embeddedIssuer = ({ publicUrl }: Config, { tenantId }: MarketplaceSettings) =>
  `${publicUrl.origin}/idp/${tenantId}/v2.0`

/** The keys are next to the token endpoint, in sovereign clouds too. */
function keysUrl({ tokenUrl, tenantId }: MarketplaceSettings): URL {
  const ending = /\/oauth2\/v2\.0\/token$/
  return new URL(
    ending.test(tokenUrl)
      ? tokenUrl.replace(ending, '/discovery/v2.0/keys')
      : `https://login.microsoftonline.com/${tenantId}/discovery/v2.0/keys`,
  )
}

async function refuseToSend(): Promise<never> {
  throw new MarketplaceUnavailable({ detail: 'This portal is not connected to a marketplace.' })
}

/** Every call fails and every webhook is refused. */
function noMarketplace(): Marketplace {
  return {
    fulfillment: fulfillmentClient('http://localhost/none', refuseToSend),
    verifyWebhook: async () => {
      throw new WebhookRejected('this portal is not connected to a marketplace')
    },
  }
}
