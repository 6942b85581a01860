import type { Invitation } from '@plinth/contract/invitations.ts'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
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
  const { mutate, isPending, error, reset } = useDeleteInvitation(account, id, onDeleted)
  return (
    <ConfirmDialog
      opened={opened}
      action="Delete Invitation"
      failure="Failed to delete invitation"
      question={
        <>
          Are you sure you want to delete the invitation for <b>{email}</b>?{' '}
          {isUsed
            ? 'It only leaves this list: whoever used it keeps their access.'
            : 'Its link stops working at once.'}
        </>
      }
      isPending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={() => {
        reset()
        onClose()
      }}
    />
  )
}
