import { Text } from '@mantine/core'
import type { Invitation } from '@plinth/contract/invitations.ts'
import { defaultRole, rolesToGive } from '@plinth/contract/roles.ts'
import { useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { fieldError } from '../error-message.ts'
import { checkPerson } from '../members/person-form.ts'
import type { PersonErrors, PersonValues } from '../members/person-form.ts'
import { PersonFields } from '../members/PersonFields.tsx'
import { RoleChoice } from '../members/RoleChoice.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { DialogForm } from '../shell/DialogForm.tsx'
import { texts } from '../texts/texts.ts'
import { InvitationLink } from './InvitationLink.tsx'
import { useCreateInvitation } from './mutations.ts'

interface InviteDialogProps {
  opened: boolean
  onClose: () => void
}

export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.invitations.inviting.title}>
      <Invite onClose={onClose} />
    </Dialog>
  )
}

interface Invited {
  name: string
  invitation: Invitation
}

function Invite({ onClose }: { onClose: () => void }) {
  const { name: account } = useAccount()
  const [invited, setInvited] = useState<Invited>()
  if (!invited) return <InviteForm onInvited={setInvited} onClose={onClose} />
  const { name, invitation } = invited
  return (
    <InvitationLink
      introduction={texts.invitations.inviting.ready(<b>{name}</b>, invitation.email, account)}
      label={texts.invitations.inviting.link}
      invitation={invitation}
      onClose={onClose}
    />
  )
}

interface InviteFormProps {
  onInvited: (invited: Invited) => void
  onClose: () => void
}

function InviteForm({ onInvited, onClose }: InviteFormProps) {
  const { publicId: account, name: accountName, role: myRole } = useAccount()
  const [values, setValues] = useState<PersonValues>({ displayName: '', email: '' })
  const [role, setRole] = useState(defaultRole)
  // Validate when the field loses focus, not while the address is being typed.
  const [wasLeft, setWasLeft] = useState(false)
  const { mutate, isPending, error, reset } = useCreateInvitation(account)
  const found = checkPerson(values)
  const email = (wasLeft && values.email.trim() !== '' && found.email) || fieldError(error, 'email')
  const shown: PersonErrors = email === undefined ? {} : { email }

  function change(part: Partial<PersonValues>) {
    setValues((current) => ({ ...current, ...part }))
    if (part.email !== undefined) reset()
  }

  function submit() {
    const name = values.displayName.trim()
    mutate(
      { displayName: name, email: values.email.trim(), role },
      { onSuccess: (invitation) => onInvited({ name, invitation }) },
    )
  }
  return (
    <DialogForm
      action={texts.invitations.inviting.action}
      isChanged={values.displayName !== '' || values.email !== '' || role !== defaultRole}
      obstacle={found.displayName ?? (found.email === true ? undefined : found.email)}
      isPending={isPending}
      errorTitle={texts.invitations.inviting.failed}
      error={error}
      shownFields={['email']}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {texts.invitations.inviting.explanation(accountName)}
      </Text>
      <PersonFields
        values={values}
        errors={shown}
        isDisabled={isPending}
        onChange={change}
        onEmailLeft={() => setWasLeft(true)}
      />
      <RoleChoice role={role} options={rolesToGive(myRole)} isDisabled={isPending} onChange={setRole} />
    </DialogForm>
  )
}
