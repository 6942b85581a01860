import type { Invitation } from '@plinth/contract/invitations.ts'

import type { InvitationRow, NewInvitationRow } from './store.ts'

/** Shows the whole code only if it is given: when the invitation is created or renewed. */
export function presentInvitation(
  row: NewInvitationRow & Partial<InvitationRow>,
  code = row.code_preview,
): Invitation {
  return {
    id: row.id,
    email: row.email,
    displayName: row.display_name,
    role: row.role,
    invitationCode: code,
    isUsed: row.used_at !== null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    usedByEmail: row.used_by_email ?? null,
  }
}
