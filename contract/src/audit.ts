import * as z from 'zod/mini'

import { AccountParams } from './accounts.ts'
import { bytes, endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { exactText, RowId, wholeNumber } from './text.ts'

/** Everything that is recorded. The first word is the kind of thing that changed. */
export const auditActions = [
  'account.created',
  'account.renamed',
  'account.deleted',
  'account.storageLimitChanged',
  'account.shareLinksChanged',
  'agent.connected',
  'agent.disconnected',
  'apiKey.created',
  'apiKey.deleted',
  'composition.created',
  'composition.revoked',
  'invitation.created',
  'invitation.deleted',
  'invitation.redeemed',
  'invitation.renewed',
  'member.added',
  'member.changed',
  'member.removed',
  'operation.applied',
  'page.allowed',
  'page.revoked',
  'shareLink.created',
  'shareLink.revoked',
  'retention.changed',
  'storybook.created',
  'storybook.changed',
  'storybook.reviewTurnedOn',
  'storybook.reviewTurnedOff',
  'storybook.deleted',
  'storybook.restored',
  'storybook.purged',
  'story.commented',
  'story.commentDeleted',
  'story.commentReopened',
  'story.commentResolved',
  'story.reviewed',
  'subscription.changed',
  'trash.emptied',
  'version.changed',
  'version.published',
  'version.deleted',
  'version.restored',
  'version.purged',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.paused',
] as const
export type AuditAction = (typeof auditActions)[number]

/** One change: who, what, where, when. */
export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Stable, such as `storybook.created`. */
  action: z.string(),
  /** What changed, as a person would call it. */
  subject: z.string(),
  actorKind: z.enum(['user', 'apiKey', 'marketplace', 'system']),
  actor: z.string(),
  address: z.nullable(z.string()),
  accountPublicId: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
  /** The storybook it was about, as it was called then. Not in the operator's list. */
  storybook: z.nullable(z.object({ publicId: z.string(), title: z.string() })),
  /** The version of that storybook it was about. */
  version: z.nullable(
    z.object({
      publicId: z.string(),
      branch: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  ),
  /** Whether that version, or storybook, is still there. */
  isViewable: z.boolean(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditFilter = z.object({
  /** An action, or its first word for all actions of that kind. */
  action: z.optional(exactText.check(z.maxLength(100))),
  /** Any part of the actor's name, ignoring case. */
  actor: z.optional(exactText.check(z.maxLength(maxLength.search))),
  /** Only entries with smaller ids: the next page. */
  before: z.optional(RowId),
  limit: z.prefault(wholeNumber({ min: 1, max: 1000 }), 100),
})

export const listAccountAudit = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/audit',
  summary: 'The changes made in an account, newest first',
  access: 'member',
  action: 'viewAuditLog',
  params: AccountParams,
  query: AuditFilter,
  reply: z.array(AuditEntry),
})

/** The same entries without a limit. Cells that a spreadsheet would run as a formula get a leading apostrophe. */
export const downloadAccountAudit = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/audit.csv',
  summary: 'The changes made in an account, newest first, as CSV',
  access: 'member',
  action: 'viewAuditLog',
  params: AccountParams,
  query: z.pick(AuditFilter, { action: true, actor: true }),
  reply: bytes,
})

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/v1/admin/audit',
  summary: 'The changes made in all accounts, newest first',
  access: 'admin',
  query: z.extend(AuditFilter, { account: z.optional(exactText.check(z.maxLength(64))) }),
  reply: z.array(AuditEntry),
})

export const downloadAudit = endpoint({
  method: 'GET',
  path: '/api/v1/admin/audit.csv',
  summary: 'The changes made in all accounts, newest first, as CSV',
  access: 'admin',
  query: z.extend(z.pick(AuditFilter, { action: true, actor: true }), {
    account: z.optional(exactText.check(z.maxLength(64))),
  }),
  reply: bytes,
})
