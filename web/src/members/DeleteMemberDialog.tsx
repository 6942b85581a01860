import type { Member } from '@plinth/contract/members.ts'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { isCurrentUser } from './is-current-user.ts'
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
  const { action, failed, question, questionForYourself, yourself } = texts.members.deletion
  return (
    <ConfirmDialog
      opened={opened}
      action={action}
      errorTitle={failed}
      question={
        isCurrentUser(member, person)
          ? questionForYourself(<b>{yourself}</b>, <b>{name}</b>)
          : question(<b>{displayName}</b>, email, <b>{name}</b>)
      }
      mutation={useDeleteMember(publicId, member, onDeleted)}
      onClose={onClose}
    />
  )
}
