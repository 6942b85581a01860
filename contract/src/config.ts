import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

export const Config = z.object({
  clientId: z.string(),
  roleName: z.string(),
  productName: z.string(),
  supportEmail: z.string(),
  identity: z.object({
    authority: z.string(),
    knownAuthorities: z.array(z.string()),
    protocolMode: z.enum(['AAD', 'OIDC']),
    /** The discovery document as JSON text, for authorities whose metadata the client cannot fetch. */
    authorityMetadata: z.optional(z.string()),
    apiScope: z.string(),
    graphBaseUrl: z.string(),
  }),
  /** Where plans are bought; null if there is no marketplace, or its address is not known. */
  marketplaceUrl: z.nullable(z.string()),
  /** Composing Storybooks find a storybook at its public id below this; null if all versions share one host. */
  composeUrl: z.nullable(z.string()),
  limits: z.object({
    uploadBytes: z.int(),
    uploadFiles: z.int(),
    /** The limit of accounts without one of their own. */
    accountStorageBytes: z.int(),
  }),
})
export type Config = z.infer<typeof Config>

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/v1/config',
  summary: 'What a client needs to sign in and to brand itself',
  access: 'public',
  reply: Config,
})
