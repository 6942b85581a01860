import type { Member } from '@plinth/contract/members.ts'

import type { MemberRow } from './store.ts'

export function presentMember(row: MemberRow): Member {
  return {
    oid: row.object_id,
    displayName: row.display_name,
    email: row.email,
    microsoftTenantId: row.tenant_id,
    lastLogin: row.last_login_at?.toISOString() ?? null,
    role: row.role,
    status: row.status,
  }
}
