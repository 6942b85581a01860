import { z } from 'zod'

import { AccountParams } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** One change that was made: who, what, where, when. */
export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** A stable word such as `storybook.created`. */
  action: z.string(),
  /** What it was done to, as a person would call it. */
  subject: z.string(),
  actorKind: z.enum(['user', 'apiKey', 'marketplace', 'system']),
  actor: z.string(),
  address: z.string().nullable(),
  accountPublicId: z.string().nullable(),
  accountName: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditFilter = z.object({
  action: z.string().max(100).optional(),
  actor: z.string().max(200).optional(),
  /** Entries before this id: the next page. */
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})

export const listAccountAudit = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/audit',
  summary: 'The changes made in an account, newest first',
  access: 'owner',
  params: AccountParams,
  query: AuditFilter,
  reply: z.array(AuditEntry),
})
