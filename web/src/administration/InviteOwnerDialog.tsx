import { Text, TextInput } from '@mantine/core'
import type { AdministeredAccount } from '@plinth/contract/administration.ts'
import { maxLength } from '@plinth/contract/max-length.ts'
import { useState } from 'react'

import { fieldError } from '../error-message.ts'
import { InvitationLink } from '../invitations/InvitationLink.tsx'
import { isEmail } from '../members/person-form.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { DialogForm } from '../shell/DialogForm.tsx'
import { texts } from '../texts/texts.ts'
import { useInviteOwner } from './mutations.ts'

interface InviteOwnerDialogProps {
  account: Pick<AdministeredAccount, 'publicId' | 'name' | 'invitedOwner'>
  opened: boolean
  onClose: () => void
}

/** Creates another link for the first Owner of an account, if theirs was lost. */
export function InviteOwnerDialog({ account, opened, onClose }: InviteOwnerDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.administration.ownerInvitation.title}>
      <InviteOwner account={account} onClose={onClose} />
    </Dialog>
  )
}

function InviteOwner({ account, onClose }: Omit<InviteOwnerDialogProps, 'opened'>) {
  const { publicId, name, invitedOwner } = account
  const initial = invitedOwner ?? ''
  const [email, setEmail] = useState(initial)
  const { mutate, data: invitation, isPending, error } = useInviteOwner(publicId)
  const words = texts.administration.ownerInvitation
  if (invitation) {
    return (
      <InvitationLink
        introduction={words.ready(<b>{email.trim()}</b>, name)}
        label={texts.administration.creation.link}
        invitation={invitation}
        onClose={onClose}
      />
    )
  }
  return (
    <DialogForm
      action={words.action}
      isChanged={email !== initial}
      obstacle={isEmail(email.trim()) ? undefined : texts.members.fields.emailInvalid}
      isPending={isPending}
      errorTitle={words.failed}
      error={error}
      shownFields={['email']}
      onSubmit={() => mutate(email.trim())}
      onClose={onClose}
    >
      <Text>{words.explanation(<b>{name}</b>)}</Text>
      <TextInput
        label={texts.administration.creation.ownerEmail}
        type="email"
        maxLength={maxLength.email}
        data-autofocus
        value={email}
        error={fieldError(error, 'email')}
        disabled={isPending}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
