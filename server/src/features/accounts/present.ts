import type { Account } from '@plinth/contract/accounts.ts'
import { isOwner } from '@plinth/contract/roles.ts'

import type { AccountRow } from './store.ts'

export function presentAccount(row: AccountRow): Account {
  return {
    publicId: row.public_id,
    name: row.name,
    microsoftTenantId: row.microsoft_tenant_id,
    role: row.role,
    isSystemOwner: isOwner(row.role),
    allowsShareLinks: row.allows_share_links,
    viewersMayCompose: row.viewers_may_compose,
  }
}
