import { z } from 'zod'

import type { SettingsTable } from '../setting.ts'
import { flag, guid, webAddress } from '../value-schemas.ts'

export const marketplaceSettings = {
  PLINTH_EMBEDDED_MARKETPLACE: {
    about:
      'Run a marketplace for trial purchases at `/marketplace`. Anyone who can open it can buy and cancel.',
    fallback: '`true` with the embedded identity provider and without a marketplace of your own',
    schema: flag.optional(),
  },
  PLINTH_MARKETPLACE_TENANT: {
    about: 'The publisher’s tenant id. Setting it connects the commercial marketplace.',
    fallback: 'none',
    schema: guid.optional(),
  },
  PLINTH_MARKETPLACE_CLIENT_ID: {
    about: 'The client id of the app registration named in the offer. Required with a marketplace.',
    fallback: 'none',
    schema: z.string().min(1).optional(),
  },
  PLINTH_MARKETPLACE_CLIENT_SECRET: {
    about: 'The secret of that app registration. Required with a marketplace, never logged.',
    fallback: 'none',
    schema: z.string().min(1).optional(),
  },
  PLINTH_MARKETPLACE_URL: {
    about: 'The base address of the SaaS Fulfillment API (version 2).',
    fallback: 'https://marketplaceapi.microsoft.com/api/saas/subscriptions',
    schema: webAddress.optional(),
  },
  PLINTH_MARKETPLACE_TOKEN_URL: {
    about: 'Where the portal gets its access tokens for that API.',
    fallback: 'https://login.microsoftonline.com/{PLINTH_MARKETPLACE_TENANT}/oauth2/v2.0/token',
    schema: webAddress.optional(),
  },
  PLINTH_MARKETPLACE_OFFER_URL: {
    about:
      'The page of your offer, for people who want to buy a plan. Without it the portal names the marketplace, and links to nothing.',
    fallback: '`/marketplace` with the embedded marketplace, otherwise none',
    schema: webAddress.optional(),
  },
} satisfies SettingsTable
