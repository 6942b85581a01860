import * as z from 'zod/mini'

import { Account, AccountName, AccountParams } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { Email } from './members.ts'
import { exactText, wholeNumber } from './text.ts'

const AccountFacts = z.omit(Account, { role: true, allowsShareLinks: true, viewersMayCompose: true })

export const AdministeredAccount = z.extend(AccountFacts, {
  createdAt: z.iso.datetime(),
  userCount: z.int(),
  storybookCount: z.int(),
  storageBytes: z.int(),
  /** How much of that is in the trash. */
  trashBytes: z.int(),
  /** Its own limit, or the default. */
  storageLimitBytes: z.int(),
  hasOwnStorageLimit: z.boolean(),
  /** False until somebody has redeemed its Owner invitation. */
  hasOwner: z.boolean(),
  /** The address of its newest unused Owner invitation. */
  invitedOwner: z.nullable(z.string()),
})
export type AdministeredAccount = z.infer<typeof AdministeredAccount>

/** With the whole code, which no other answer contains. */
const OwnerInvitation = z.object({ invitationCode: z.string(), expiresAt: z.iso.datetime() })

export const maxAccountsPerPage = 1000

export const listAllAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/admin/accounts',
  summary: 'The accounts of the portal, ordered by name; at most 1,000 at once, so search for the others',
  access: 'admin',
  query: z.object({
    search: z.optional(exactText.check(z.maxLength(maxLength.search))),
    limit: z.prefault(wholeNumber({ min: 1, max: maxAccountsPerPage }), maxAccountsPerPage),
  }),
  reply: z.array(AdministeredAccount),
})

export const createAccount = endpoint({
  method: 'POST',
  path: '/api/v1/admin/accounts',
  summary: 'Create an account and, with ownerEmail, an Owner invitation for it',
  access: 'admin',
  body: z.object({
    name: AccountName,
    microsoftTenantId: z.nullish(z.guid('A tenant id is a GUID')),
    ownerEmail: z.nullish(Email),
  }),
  isCreation: true,
  reply: z.extend(AdministeredAccount, {
    ownerInvitation: z.nullable(OwnerInvitation),
  }),
})

export const inviteOwner = endpoint({
  method: 'POST',
  path: '/api/v1/admin/accounts/:account/ownerInvitation',
  summary: 'Invite an Owner to an account that has none; earlier unused Owner invitations stop working',
  access: 'admin',
  params: AccountParams,
  body: z.object({ email: Email }),
  isCreation: true,
  reply: OwnerInvitation,
})

export const deleteAnyAccount = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/accounts/:account',
  summary:
    'Delete an account; refused while it has storybooks, members or subscriptions that are active or suspended',
  access: 'admin',
  params: AccountParams,
})
