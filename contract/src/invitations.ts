import * as z from 'zod/mini'

import { AccountParams } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Email, PersonName } from './members.ts'
import { Role } from './roles.ts'
import { exactText, RowId } from './text.ts'

export const Invitation = z.object({
  id: z.int(),
  email: z.string(),
  /** As typed by who invited them; the address, if only that was given. */
  displayName: z.string(),
  /** The role of whoever redeems it. */
  role: Role,
  /** Complete only in the answer that creates or renews it; otherwise the first characters and an ellipsis. */
  invitationCode: z.string(),
  isUsed: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Who redeemed it. */
  usedByEmail: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof Invitation>

export const InvitationDraft = z.object({
  email: Email,
  displayName: PersonName,
  /** `User` if it is missing. */
  role: z.optional(Role),
})
export type InvitationDraft = z.infer<typeof InvitationDraft>

const InvitationParams = z.extend(AccountParams, { id: RowId })

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/PortalUserInvitation',
  summary: 'The recent invitations of an account, newest first',
  access: 'member',
  action: 'manageInvitations',
  params: AccountParams,
  reply: z.array(Invitation),
})

/** Of one account, that nobody has used yet and that have not expired. */
export const maxOpenInvitations = 500

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/PortalUserInvitation',
  summary: 'Invite somebody; only this answer contains the whole code; only Owners may invite Owners',
  access: 'member',
  action: 'manageInvitations',
  params: AccountParams,
  body: InvitationDraft,
  isCreation: true,
  reply: Invitation,
})

export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/PortalUserInvitation/:id',
  summary: 'Delete an invitation; its code stops working',
  access: 'member',
  action: 'manageInvitations',
  params: InvitationParams,
})

export const renewInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/PortalUserInvitation/:id/renewal',
  summary: 'Create a new link for a pending invitation; the previous code stops working',
  access: 'member',
  action: 'manageInvitations',
  params: InvitationParams,
  reply: Invitation,
})

export const redeemInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/InvitationRedemption',
  summary: 'Join the account an invitation is for',
  access: 'user',
  body: z.object({
    invitationCode: exactText.check(z.minLength(1, 'Invalid invitation token'), z.maxLength(200)),
    /** Required if the account belongs to another tenant than the caller, because its members will see who joined. */
    accept: z.optional(z.boolean()),
  }),
  /** The role is the one they have now: of somebody who was a member before, not that of the invitation. */
  reply: z.object({ accountPublicId: z.string(), accountName: z.string(), role: Role }),
})
