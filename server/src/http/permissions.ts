import { can, isOwner } from '@plinth/contract/roles.ts'
import type { Action, Role } from '@plinth/contract/roles.ts'

import type { MemberAccount } from './callers.ts'
import { Problem } from './problems.ts'

/** Throws unless the caller's role in the account allows the action. */
export function requirePermission({ role }: Pick<MemberAccount, 'role'>, action: Action): void {
  if (!can(role, action)) throw new Problem('owner_required')
}

/** What members may do to others stops at Owners, and at invitations to become one. */
export function requirePermissionOver(account: Pick<MemberAccount, 'role'>, role: Role): void {
  if (isOwner(role)) requirePermission(account, 'manageOwners')
}
