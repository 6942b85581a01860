import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

export const PublicId = z.string().check(z.regex(/^[\w-]{1,64}$/))

export const AccountParams = z.object({ account: PublicId })

export const Account = z.object({
  publicId: z.string(),
  name: z.string(),
  microsoftTenantId: z.nullable(z.string()),
  isSystemOwner: z.boolean(),
})
export type Account = z.infer<typeof Account>

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/accounts',
  summary: 'The accounts I belong to, ordered by name',
  access: 'user',
  reply: z.array(Account),
})
