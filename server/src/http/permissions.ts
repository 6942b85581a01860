import { can, isOwner, rolesThatCan, rolesToGive } from '@plinth/contract/roles.ts'
import type { Action, Role } from '@plinth/contract/roles.ts'

import type { MemberAccount } from './callers.ts'
import { Problem } from './problems.ts'

/** Throws unless the caller's role in the account allows the action. */
export function requirePermission({ role }: Pick<MemberAccount, 'role'>, action: Action): void {
  if (can(role, action)) return
  throw new Problem(rolesThatCan(action).every(isOwner) ? 'owner_required' : 'role_not_allowed')
}

/** What members may do to others stops at Owners, and at invitations to become one. */
export function requirePermissionOver(account: Pick<MemberAccount, 'role'>, role: Role): void {
  if (isOwner(role)) requirePermission(account, 'manageOwners')
}

/** People can be invited and added only with roles that allow no more than the caller's own. */
export function requirePermissionToGive(account: Pick<MemberAccount, 'role'>, role: Role): void {
  if (!rolesToGive(account.role).includes(role)) throw new Problem('owner_required')
}
