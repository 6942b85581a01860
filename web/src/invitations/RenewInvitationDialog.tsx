import { Text } from '@mantine/core'
import type { Invitation } from '@plinth/contract/invitations.ts'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { DialogForm } from '../shell/DialogForm.tsx'
import { texts } from '../texts/texts.ts'
import { InvitationLink } from './InvitationLink.tsx'
import { useRenewInvitation } from './mutations.ts'

interface RenewInvitationDialogProps {
  invitation: Invitation
  opened: boolean
  onClose: () => void
}

/** Creates a new link for an invitation, if the first one was lost. */
export function RenewInvitationDialog({ invitation, opened, onClose }: RenewInvitationDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.invitations.renewal.title}>
      <Renewal invitation={invitation} onClose={onClose} />
    </Dialog>
  )
}

function Renewal({ invitation, onClose }: Omit<RenewInvitationDialogProps, 'opened'>) {
  const { publicId: account, name: accountName } = useAccount()
  const { mutate, data: renewed, isPending, error } = useRenewInvitation(account, invitation.id)
  const { action, failed, explanation, ready } = texts.invitations.renewal
  const email = <b>{invitation.email}</b>
  if (renewed) {
    return (
      <InvitationLink
        introduction={ready(email, accountName)}
        label={texts.invitations.inviting.link}
        invitation={renewed}
        onClose={onClose}
      />
    )
  }
  return (
    <DialogForm
      action={action}
      isPending={isPending}
      errorTitle={failed}
      error={error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <Text>{explanation(email)}</Text>
    </DialogForm>
  )
}
