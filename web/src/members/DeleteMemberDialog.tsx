import type { Member } from '@plinth/contract/members.ts'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { useSession } from '../sign-in/SessionProvider.tsx'
import { isSame } from './identity.ts'
import { useDeleteMember } from './mutations.ts'

interface DeleteMemberDialogProps {
  member: Member
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteMemberDialog({ member, opened, onClose, onDeleted }: DeleteMemberDialogProps) {
  const account = useAccount()
  const { person } = useSession()
  const { mutate, isPending, error, reset } = useDeleteMember(account.publicId, member, onDeleted)
  const { displayName, email } = member
  return (
    <ConfirmDialog
      opened={opened}
      action="Delete User"
      failure="Failed to delete user"
      question={
        isSame(member, person) ? (
          <>
            This is <b>you</b>. Are you sure you want to delete yourself from <b>{account.name}</b>? You lose
            access at once, and somebody must invite you again before you can come back.
          </>
        ) : (
          <>
            Are you sure you want to delete <b>{displayName}</b> ({email})? They lose access to{' '}
            <b>{account.name}</b> at once and must be invited again to come back.
          </>
        )
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
