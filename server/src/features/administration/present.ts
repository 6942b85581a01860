import type { AdministeredAccount } from '@plinth/contract/administration.ts'

import type { invite } from '../invitations/invite.ts'
import type { AdministeredRow } from './store.ts'

/** Administrators run the portal; they own none of its accounts. */
export function presentAdministeredAccount(row: AdministeredRow, defaultLimit: number): AdministeredAccount {
  return {
    publicId: row.public_id,
    name: row.name,
    microsoftTenantId: row.microsoft_tenant_id,
    isSystemOwner: false,
    createdAt: row.created_at.toISOString(),
    userCount: row.user_count,
    storybookCount: row.storybook_count,
    storageBytes: Number(row.stored_bytes),
    trashBytes: Number(row.trash_bytes),
    storageLimitBytes: row.storage_limit_bytes ?? defaultLimit,
    hasOwnStorageLimit: row.storage_limit_bytes !== null,
    hasOwner: row.has_owner,
    invitedOwner: row.invited_owner,
  }
}

/** The only answer with the whole code. */
export const presentOwnerInvitation = ({ code, row }: Awaited<ReturnType<typeof invite>>) => ({
  invitationCode: code,
  expiresAt: row.expires_at.toISOString(),
})
