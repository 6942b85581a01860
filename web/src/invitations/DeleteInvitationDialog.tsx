import type { Invitation } from '@plinth/contract/invitations.ts'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { texts } from '../texts/texts.ts'
import { useDeleteInvitation } from './mutations.ts'

interface DeleteInvitationDialogProps {
  account: string
  invitation: Invitation
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteInvitationDialog({
  account,
  invitation,
  opened,
  onClose,
  onDeleted,
}: DeleteInvitationDialogProps) {
  const { id, email, isUsed } = invitation
  const { action, failed, question, questionWhenUsed } = texts.invitations.deletion
  return (
    <ConfirmDialog
      opened={opened}
      action={action}
      errorTitle={failed}
      question={isUsed ? questionWhenUsed(<b>{email}</b>) : question(<b>{email}</b>)}
      mutation={useDeleteInvitation(account, id, onDeleted)}
      onClose={onClose}
    />
  )
}
