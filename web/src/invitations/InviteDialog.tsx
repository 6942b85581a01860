import { Button, Group, LoadingOverlay, Stack, Text, TextInput } from '@mantine/core'
import type { Invitation } from '@plinth/contract/invitations.ts'
import { useCallback, useState } from 'react'
import type { SubmitEvent } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { refusalOf } from '../explain.ts'
import { checkPerson } from '../members/person-form.ts'
import { Dialog, useDialogHold } from '../shell/Dialog.tsx'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { OneTimeValue } from '../shell/OneTimeValue.tsx'
import { useCreateInvitation } from './mutations.ts'

interface InviteDialogProps {
  opened: boolean
  onClose: () => void
}

export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Invite User">
      <Invite onClose={onClose} />
    </Dialog>
  )
}

function Invite({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<Invited>()
  return invited ? (
    <InvitationReady invited={invited} onClose={onClose} />
  ) : (
    <InviteForm onInvited={setInvited} onClose={onClose} />
  )
}

interface Invited {
  name: string
  invitation: Invitation
}

interface InviteFormProps {
  onInvited: (invited: Invited) => void
  onClose: () => void
}

function InviteForm({ onInvited, onClose }: InviteFormProps) {
  const { publicId: account, name: accountName } = useAccount()
  const [displayName, setDisplayName] = useState('')
  const [email, setEmail] = useState('')
  // Only once the field has been left: nobody has a valid address after the first letter.
  const [wasLeft, setWasLeft] = useState(false)
  const { mutate, isPending, error, reset } = useCreateInvitation(account)
  const errors = checkPerson({ displayName, email })
  const isComplete = Object.keys(errors).length === 0
  const slip = wasLeft && email.trim() !== '' ? errors.email : undefined
  useDialogHold(isPending ? 'busy' : displayName || email ? 'unsaved' : 'free')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isComplete) return
    const name = displayName.trim()
    mutate(
      { displayName: name, email: email.trim() },
      { onSuccess: (invitation) => onInvited({ name, invitation }) },
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <LoadingOverlay visible={isPending} zIndex={1} overlayProps={{ radius: 'md', blur: 1 }} />
      <Stack>
        <Text size="sm" c="dimmed">
          You get a link to share. Whoever opens it signs in with their work account and joins {accountName}.
        </Text>
        <TextInput
          label="Name"
          withAsterisk
          aria-required
          maxLength={200}
          data-autofocus
          value={displayName}
          disabled={isPending}
          onChange={(event) => setDisplayName(event.currentTarget.value)}
        />
        <TextInput
          label="Email"
          type="email"
          withAsterisk
          aria-required
          maxLength={320}
          value={email}
          error={slip ?? refusalOf(error, 'email')}
          disabled={isPending}
          onBlur={() => setWasLeft(true)}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            reset()
          }}
        />
        {error && <FailureAlert title="Failed to invite user" error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isComplete || isPending}>
            Invite User
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function InvitationReady({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  const { name: accountName } = useAccount()
  const { name, invitation } = invited
  const [isCopied, setIsCopied] = useState(false)
  useDialogHold(isCopied ? 'free' : 'unsaved')
  return (
    <Stack>
      <Text>
        Share this link with <b>{name}</b> ({invitation.email}) to let them join {accountName}.
      </Text>
      <OneTimeValue
        label="Invitation link"
        value={`${location.origin}/acceptInvite/${encodeURIComponent(invitation.invitationCode)}`}
        action="Copy Link"
        expiresAt={invitation.expiresAt}
        note="The link is shown only now. Anybody who has it can use it, once, so share it with care."
        onCopied={useCallback(() => setIsCopied(true), [])}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
