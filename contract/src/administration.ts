import { z } from 'zod'

import { Account, AccountParams } from './accounts.ts'
import { AuditEntry, AuditFilter } from './audit.ts'
import { bytes, endpoint } from './endpoint.ts'
import { Email } from './members.ts'
import { Subscription } from './subscriptions.ts'

export const AccountName = z.string().trim().min(1, 'A name is required').max(200, 'At most 200 characters')

export const renameAccount = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/AccountManagement/name',
  summary: 'Rename the account',
  access: 'owner',
  params: AccountParams,
  body: z.object({ name: AccountName }),
  reply: Account,
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/AccountManagement',
  summary: 'Delete the account; refused while it has storybooks, other members or active subscriptions',
  access: 'owner',
  params: AccountParams,
})

export const AdministeredAccount = Account.extend({
  createdAt: z.iso.datetime(),
  userCount: z.int(),
  storybookCount: z.int(),
  storageBytes: z.int(),
})
export type AdministeredAccount = z.infer<typeof AdministeredAccount>

export const listAllAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/admin/accounts',
  summary: 'All accounts of the portal, ordered by name',
  access: 'admin',
  query: z.object({ search: z.string().max(200).optional() }),
  reply: z.array(AdministeredAccount),
})

export const createAccount = endpoint({
  method: 'POST',
  path: '/api/v1/admin/accounts',
  summary: 'Create an account and, with ownerEmail, an Owner invitation for it',
  access: 'admin',
  body: z.object({
    name: AccountName,
    microsoftTenantId: z.guid('A tenant id is a GUID').nullish(),
    ownerEmail: Email.nullish(),
  }),
  reply: AdministeredAccount.extend({
    ownerInvitation: z.object({ invitationCode: z.string(), expiresAt: z.iso.datetime() }).nullable(),
  }),
})

export const MarketplaceSubscription = Subscription.extend({
  offerId: z.string(),
  beneficiaryEmail: z.string().nullable(),
  beneficiaryTenantId: z.string().nullable(),
  accountPublicId: z.string().nullable(),
  accountName: z.string().nullable(),
})
export type MarketplaceSubscription = z.infer<typeof MarketplaceSubscription>

export const Operation = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  action: z.string(),
  status: z.string(),
  planId: z.string().nullable(),
  quantity: z.int().nullable(),
  timeStamp: z.string().nullable(),
})
export type Operation = z.infer<typeof Operation>

const SubscriptionParams = z.object({ subscription: z.string().min(1).max(100) })

export const listMarketplace = endpoint({
  method: 'GET',
  path: '/api/v1/admin/marketplace',
  summary: 'All subscriptions the marketplace knows',
  access: 'admin',
  reply: z.array(MarketplaceSubscription),
})

export const resolvePurchase = endpoint({
  method: 'POST',
  path: '/api/v1/admin/marketplace/resolve',
  summary: 'The subscription behind a landing page token',
  access: 'admin',
  query: z.object({ token: z.string().min(1).max(8000) }),
  reply: MarketplaceSubscription,
})

export const activateSubscription = endpoint({
  method: 'POST',
  path: '/api/v1/admin/marketplace/:subscription/activate',
  summary: 'Activate a subscription; a second call answers as the first',
  access: 'admin',
  params: SubscriptionParams,
  body: z.object({ planId: z.string().min(1).max(200), quantity: z.int().positive().nullish() }),
  reply: MarketplaceSubscription,
})

export const getOperation = endpoint({
  method: 'GET',
  path: '/api/v1/admin/marketplace/:subscription/operations/:operation',
  summary: 'One operation as the marketplace sees it',
  access: 'admin',
  params: SubscriptionParams.extend({ operation: z.string().min(1).max(100) }),
  reply: Operation,
})

export const listOperations = endpoint({
  method: 'GET',
  path: '/api/v1/admin/marketplace/:subscription/operations',
  summary: 'What the marketplace told the portal about a subscription, newest first',
  access: 'admin',
  params: SubscriptionParams,
  reply: z.array(
    z.object({
      id: z.string(),
      subscriptionId: z.string(),
      action: z.string(),
      receivedAt: z.iso.datetime(),
      /** Null until its effect is there. */
      settledAt: z.iso.datetime().nullable(),
      /** The message as it came. */
      payload: z.looseObject({}),
    }),
  ),
})

/** The payload is the marketplace's own and read leniently. */
export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/admin/marketplace/webhook',
  summary: 'What the marketplace tells us; takes its own JWT and nothing else',
  access: 'marketplace',
  body: z.looseObject({}),
  reply: z.object({ status: z.string() }),
})

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/v1/admin/audit',
  summary: 'The changes made in all accounts, newest first',
  access: 'admin',
  query: AuditFilter.extend({ account: z.string().max(64).optional() }),
  reply: z.array(AuditEntry),
})

export const downloadAudit = endpoint({
  method: 'GET',
  path: '/api/v1/admin/audit.csv',
  summary: 'The changes made in all accounts, newest first, as CSV',
  access: 'admin',
  query: AuditFilter.pick({ action: true, actor: true }).extend({ account: z.string().max(64).optional() }),
  reply: bytes,
})
