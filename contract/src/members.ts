import { z } from 'zod'

import { AccountParams } from './accounts.ts'
import { endpoint } from './endpoint.ts'

export const Role = z.enum(['Owner', 'User'])
export type Role = z.infer<typeof Role>

export const Member = z.object({
  oid: z.string(),
  displayName: z.string(),
  email: z.string(),
  microsoftTenantId: z.string(),
  lastLogin: z.iso.datetime().nullable(),
  role: Role,
  status: z.enum(['active', 'disabled']),
})
export type Member = z.infer<typeof Member>

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/PortalUsers',
  summary: 'The people with access to an account, ordered by name',
  access: 'member',
  params: AccountParams,
  reply: z.array(Member),
})
