import * as z from 'zod/mini'

import { ChosenStorybooks, KeyScope } from './api-keys.ts'
import { endpoint } from './endpoint.ts'

export const getWhoami = endpoint({
  method: 'GET',
  path: '/api/v1/whoami',
  summary: 'Who these credentials belong to',
  access: 'user-or-key',
  reply: z.object({
    kind: z.enum(['user', 'apiKey']),
    name: z.string(),
    /** The account an API key belongs to. */
    account: z.nullable(z.object({ publicId: z.string(), name: z.string() })),
    /** What an API key may do. */
    scope: z.nullable(KeyScope),
    storybooks: ChosenStorybooks,
    /** Whether the caller may use the admin calls; everyone else gets a 404 there. */
    isAdministrator: z.boolean(),
  }),
})
