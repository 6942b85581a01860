import { StartupError } from '../shared/startup-error.ts'
import type { Values } from './settings.ts'

export interface MarketplaceSettings {
  /** The API's base address. */
  url: string
  tokenUrl: string
  /** The publisher's tenant, whose keys sign webhooks. */
  tenantId: string
  clientId: string
  /** Undefined for the embedded marketplace, which generates its own. */
  clientSecret: string | undefined
  /** Where people buy; undefined if the operator has not said. */
  offerUrl?: string | undefined
  isEmbedded: boolean
}

/** The marketplace's application id: the scope of our tokens, and the caller named in its webhooks' JWTs. */
export const marketplaceService = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7'

export const embeddedMarketplacePath = '/marketplace'

/** The tenant of plinth.example, the publisher of the embedded marketplace's only offer. */
const embeddedPublisher = '66c26f86-7115-40ae-8a9b-ecd99a1c373e'

type Given = Pick<
  Values,
  | 'PLINTH_EMBEDDED_MARKETPLACE'
  | 'PLINTH_MARKETPLACE_URL'
  | 'PLINTH_MARKETPLACE_TENANT'
  | 'PLINTH_MARKETPLACE_CLIENT_ID'
  | 'PLINTH_MARKETPLACE_CLIENT_SECRET'
  | 'PLINTH_MARKETPLACE_TOKEN_URL'
  | 'PLINTH_MARKETPLACE_OFFER_URL'
>

/** The marketplace the portal sells through, if any. */
export function readMarketplace(
  given: Given,
  { embeddedIdentity, ownUrl, publicUrl }: { embeddedIdentity: boolean; ownUrl: string; publicUrl: URL },
): MarketplaceSettings | undefined {
  const tenantId = given.PLINTH_MARKETPLACE_TENANT
  const isEmbedded = given.PLINTH_EMBEDDED_MARKETPLACE ?? (embeddedIdentity && tenantId === undefined)
  if (isEmbedded && tenantId !== undefined) {
    throw new StartupError(
      'PLINTH_EMBEDDED_MARKETPLACE and PLINTH_MARKETPLACE_TENANT exclude each other: unset one of them.',
    )
  }
  if (isEmbedded) return embedded(ownUrl, publicUrl)
  if (tenantId === undefined) return undefined
  const clientId = given.PLINTH_MARKETPLACE_CLIENT_ID
  const clientSecret = given.PLINTH_MARKETPLACE_CLIENT_SECRET
  if (clientId === undefined || clientSecret === undefined) {
    throw new StartupError(
      'PLINTH_MARKETPLACE_CLIENT_ID and PLINTH_MARKETPLACE_CLIENT_SECRET are required when PLINTH_MARKETPLACE_TENANT is set.',
    )
  }
  return {
    url: given.PLINTH_MARKETPLACE_URL ?? 'https://marketplaceapi.microsoft.com/api/saas/subscriptions',
    tokenUrl:
      given.PLINTH_MARKETPLACE_TOKEN_URL ?? `https://login.microsoftonline.com/${tenantId}/oauth2/v2.0/token`,
    tenantId,
    clientId,
    clientSecret,
    offerUrl: given.PLINTH_MARKETPLACE_OFFER_URL,
    isEmbedded: false,
  }
}

function embedded(ownUrl: string, publicUrl: URL): MarketplaceSettings {
  const home = `${ownUrl}${embeddedMarketplacePath}`
  return {
    url: `${home}/api/saas/subscriptions`,
    tokenUrl: `${home}/oauth2/v2.0/token`,
    tenantId: embeddedPublisher,
    clientId: 'plinth-marketplace',
    clientSecret: undefined,
    offerUrl: `${publicUrl.origin}${embeddedMarketplacePath}`,
    isEmbedded: true,
  }
}
