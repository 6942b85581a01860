import * as z from 'zod/mini'

import { AccountParams, PublicId } from './accounts.ts'
import { endpoint, longBodyBytes } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { MemberParams, TenantOfMember } from './members.ts'
import { atMost, lineOfText, RowId } from './text.ts'

export const ApiKeyCreator = z.object({
  oid: z.string(),
  microsoftTenantId: z.string(),
  displayName: z.string(),
  email: z.string(),
  /** A key keeps working after its creator has lost access. */
  status: z.enum(['active', 'disabled', 'removed']),
})
export type ApiKeyCreator = z.infer<typeof ApiKeyCreator>

/** What a key may do besides reading everything in its account. */
export const keyScopes = ['publishAll', 'publishChosen', 'read'] as const
export const KeyScope = z.enum(keyScopes)
export type KeyScope = z.infer<typeof KeyScope>

/** With `publishChosen`: the storybooks that the key may publish to. Deleted ones are not listed. */
export const ChosenStorybooks = z.array(z.object({ publicId: z.string(), title: z.string() }))

export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  /** The first eight characters and an ellipsis. The key itself is returned only when it is created. */
  keyPreview: z.string(),
  createdAt: z.iso.datetime(),
  /** Null for keys that are older than the audit log. */
  createdBy: z.nullable(ApiKeyCreator),
  expiresAt: z.iso.datetime(),
  isActive: z.boolean(),
  scope: KeyScope,
  storybooks: ChosenStorybooks,
  /** To the hour. */
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type ApiKey = z.infer<typeof ApiKey>

export const maxChosenStorybooks = 500

/** Of one account, expired ones included until they are deleted; and how many storybooks all of them can have chosen. */
export const maxApiKeys = 500
export const maxChosenByKeys = 10_000

export const ApiKeyDraft = z
  .object({
    name: lineOfText.check(z.minLength(1, 'Name is required'), atMost(maxLength.apiKeyName)),
    /** `publishAll` if it is missing. */
    scope: z.optional(KeyScope),
    /** With `publishChosen`: the public ids of the storybooks. */
    storybooks: z.optional(
      z.array(PublicId).check(z.maxLength(maxChosenStorybooks, `At most ${maxChosenStorybooks} storybooks`)),
    ),
  })
  .check(
    z.refine(({ scope, storybooks = [] }) => (scope === 'publishChosen') === storybooks.length > 0, {
      path: ['storybooks'],
      message: 'Choose storybooks if the key may publish to chosen ones, and only then',
    }),
  )
export type ApiKeyDraft = z.infer<typeof ApiKeyDraft>

export const NewApiKey = z.extend(z.omit(ApiKey, { keyPreview: true, createdBy: true, lastUsedAt: true }), {
  key: z.string(),
})
export type NewApiKey = z.infer<typeof NewApiKey>

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/ApiKeys',
  summary: 'The API keys of an account, newest first',
  access: 'member',
  action: 'manageApiKeys',
  params: AccountParams,
  reply: z.array(ApiKey),
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/ApiKeys',
  summary: 'Create an API key; only this answer contains the key itself',
  access: 'member',
  action: 'manageApiKeys',
  params: AccountParams,
  body: ApiKeyDraft,
  maxBodyBytes: longBodyBytes,
  isCreation: true,
  reply: NewApiKey,
})

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/ApiKeys/:id',
  summary: 'Delete an API key; it stops working at once',
  access: 'member',
  action: 'manageApiKeys',
  params: z.extend(AccountParams, { id: RowId }),
})

export const deleteApiKeysOfCreator = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/PortalUsers/:oid/ApiKeys',
  summary: 'Delete all API keys a person created in this account, even after they have left it',
  access: 'member',
  action: 'deleteKeysOfPerson',
  params: MemberParams,
  query: TenantOfMember,
})
