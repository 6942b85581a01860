import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { Role } from './roles.ts'
import { atMost, lineOfText } from './text.ts'

export const PublicId = z
  .string()
  .check(z.regex(/^[\w-]{1,64}$/, 'An id has at most 64 letters, digits, hyphens and underscores'))

export const AccountParams = z.object({ account: PublicId })

export const AccountName = lineOfText.check(
  z.minLength(1, 'A name is required'),
  atMost(maxLength.accountName),
)

export const Account = z.object({
  publicId: z.string(),
  name: z.string(),
  microsoftTenantId: z.nullable(z.string()),
  /** My role in it. */
  role: Role,
  /** Whether that makes me one of its Owners. */
  isSystemOwner: z.boolean(),
  /** Whether versions can be shown to whoever has a link, or the address in a composing Storybook. */
  allowsShareLinks: z.boolean(),
  /** Whether Viewers, and API keys that can only read, get such addresses too. */
  viewersMayCompose: z.boolean(),
})
export type Account = z.infer<typeof Account>

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/accounts',
  summary: 'The accounts you belong to, ordered by name',
  access: 'user',
  reply: z.array(Account),
})

export const renameAccount = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/AccountManagement/name',
  summary: 'Rename the account',
  access: 'member',
  action: 'renameAccount',
  params: AccountParams,
  body: z.object({ name: AccountName }),
  reply: Account,
})

export const allowShareLinks = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/AccountManagement/shareLinks',
  summary:
    'Allow or forbid share links and addresses for composing Storybooks; while they are forbidden, existing ones do not work',
  access: 'member',
  action: 'allowShareLinks',
  params: AccountParams,
  body: z.object({
    allowed: z.boolean(),
    /** Left out, it stays as it is. */
    viewersMayCompose: z.optional(z.boolean()),
  }),
  reply: Account,
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/AccountManagement',
  summary:
    'Delete the account; refused while it has storybooks, other members or subscriptions that are active or suspended',
  access: 'member',
  action: 'deleteAccount',
  params: AccountParams,
})
