import { randomBytes } from 'node:crypto'

import { receiveWebhook } from '@plinth/contract/marketplace.ts'
import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { loadOrCreateSecret } from '../../database/generated-secrets.ts'
import type { SigningKeys } from '../../identity/signing-keys.ts'
import { embeddedIssuer } from '../../marketplace/marketplace.ts'
import type { EmbeddedTrust } from '../../marketplace/marketplace.ts'
import type { Config } from '../../settings/config.ts'
import type { MarketplaceSettings } from '../../settings/marketplace-settings.ts'
import { providerKeys, publicKeysOf } from '../identity/keys.ts'
import { marketplaceTokens } from './tokens.ts'
import type { MarketplaceTokens } from './tokens.ts'
import { startWebhookSender } from './webhook-sender.ts'
import type { WebhookSender } from './webhook-sender.ts'

export interface EmbeddedMarketplace {
  db: Database
  tokens: MarketplaceTokens
  webhookSender: WebhookSender
  settings: MarketplaceSettings
  /** The secret and keys by which the portal trusts it. */
  trust: EmbeddedTrust
  productName: string
  /** The origin of its page; forms from other origins are refused. */
  home: string
  isPublicDemo: boolean
}

/** A marketplace inside the portal, compatible with the commercial one, to try purchases with. */
export async function openEmbeddedMarketplace(
  config: Config,
  settings: MarketplaceSettings,
  db: Database,
  signingKeys: SigningKeys,
  log: Logger,
): Promise<EmbeddedMarketplace> {
  const ring = await signingKeys.open(providerKeys)
  const clientSecret = await loadOrCreateSecret(db, 'embedded-marketplace', () =>
    randomBytes(32).toString('base64url'),
  )
  const tokens = marketplaceTokens(settings, clientSecret, embeddedIssuer(config, settings), ring)
  const webhookUrl = `${config.ownUrl}${receiveWebhook.path}`
  return {
    db,
    tokens,
    webhookSender: startWebhookSender({ db, log, tokens, webhookUrl }),
    settings,
    trust: { clientSecret, keys: publicKeysOf(ring) },
    productName: config.productName,
    home: config.publicUrl.origin,
    isPublicDemo: config.isPublicDemo,
  }
}
