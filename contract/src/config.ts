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
    /** Discovery document as JSON text, for an authority whose metadata the client cannot fetch itself. */
    authorityMetadata: z.optional(z.string()),
    apiScope: z.string(),
    graphBaseUrl: z.string(),
  }),
  limits: z.object({
    uploadBytes: z.int(),
    uploadFiles: z.int(),
    /** How much an account may store that has no limit of its own. */
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
