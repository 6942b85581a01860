import { z } from 'zod'

import { endpoint } from './endpoint.ts'

export const PublicId = z.string().min(1).max(64)

export const AccountParams = z.object({ account: PublicId })

export const Account = z.object({
  publicId: z.string(),
  name: z.string(),
  microsoftTenantId: z.string().nullable(),
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
