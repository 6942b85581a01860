import * as z from 'zod/mini'

import { AccountParams } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { Role } from './roles.ts'
import { lineOfText } from './text.ts'

/** Text, @, text, dot, text: only meant to catch typing mistakes. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
export const Email = lineOfText.check(
  z.maxLength(maxLength.email),
  z.regex(emailPattern, 'Please enter a valid email address'),
)
export const PersonName = lineOfText.check(
  z.minLength(1, 'Name and email are required'),
  z.maxLength(maxLength.personName),
)

export const Member = z.object({
  oid: z.string(),
  displayName: z.string(),
  email: z.string(),
  microsoftTenantId: z.string(),
  lastLogin: z.nullable(z.iso.datetime()),
  role: Role,
  status: z.enum(['active', 'disabled']),
})
export type Member = z.infer<typeof Member>

export const MemberParams = z.extend(AccountParams, { oid: z.guid() })

/** Object ids are unique within a tenant only. Needed where the account has members of two tenants with the same one. */
export const TenantOfMember = z.object({ tenant: z.optional(z.guid()) })

export const MemberChanges = z.object({ displayName: PersonName, email: Email, role: z.optional(Role) })
export type MemberChanges = z.infer<typeof MemberChanges>

export const NewMember = z.extend(MemberChanges, { oid: z.guid('An object id is a GUID') })
export type NewMember = z.infer<typeof NewMember>

/** Of one account. */
export const maxMembers = 5000

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/PortalUsers',
  summary: 'The people with access to an account, ordered by name',
  access: 'member',
  action: 'view',
  params: AccountParams,
  reply: z.array(Member),
})

export const addMember = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/PortalUsers',
  summary: "Add a person of the account's own tenant directly; only Owners may add Owners",
  access: 'member',
  action: 'manageMembers',
  params: AccountParams,
  body: NewMember,
  isCreation: true,
  reply: Member,
})

export const updateMember = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/PortalUsers/:oid',
  summary: 'Change how a member is shown in this account; only Owners may change roles, or an Owner',
  access: 'member',
  action: 'manageMembers',
  params: MemberParams,
  query: TenantOfMember,
  body: MemberChanges,
  reply: Member,
})

export const deleteMember = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/PortalUsers/:oid',
  summary: 'Remove a member’s access; only Owners may remove an Owner, and the last one cannot be removed',
  access: 'member',
  action: 'manageMembers',
  params: MemberParams,
  query: TenantOfMember,
})
