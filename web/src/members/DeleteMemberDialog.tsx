import type { Member } from '@plinth/contract/members.ts'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { isSame } from './is-current-user.ts'
import { useDeleteMember } from './mutations.ts'

interface DeleteMemberDialogProps {
  member: Member
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteMemberDialog({ member, opened, onClose, onDeleted }: DeleteMemberDialogProps) {
  const { publicId, name } = useAccount()
  const { person } = useSession()
  const { displayName, email } = member
  const { action, failed, question, questionOfOneself, oneself } = texts.members.deletion
  return (
    <ConfirmDialog
      opened={opened}
      action={action}
      failure={failed}
      question={
        isSame(member, person)
          ? questionOfOneself(<b>{oneself}</b>, <b>{name}</b>)
          : question(<b>{displayName}</b>, email, <b>{name}</b>)
      }
      mutation={useDeleteMember(publicId, member, onDeleted)}
      onClose={onClose}
    />
  )
}
