import { Button, Group, LoadingOverlay, Radio, Stack, TextInput } from '@mantine/core'
import { Role } from '@plinth/contract/members.ts'
import type { Member } from '@plinth/contract/members.ts'
import { useState } from 'react'
import type { SubmitEvent } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { refusalOf } from '../explain.ts'
import { Dialog, useDialogHold } from '../shell/Dialog.tsx'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { useSession } from '../sign-in/SessionProvider.tsx'
import { isSame } from './identity.ts'
import { useUpdateMember } from './mutations.ts'
import { checkPerson } from './person-form.ts'
import type { PersonErrors, PersonValues } from './person-form.ts'

interface EditMemberDialogProps {
  member: Member
  opened: boolean
  onClose: () => void
}

export function EditMemberDialog({ member, opened, onClose }: EditMemberDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Edit User">
      <EditMemberForm member={member} onClose={onClose} />
    </Dialog>
  )
}

function EditMemberForm({ member, onClose }: Omit<EditMemberDialogProps, 'opened'>) {
  const { publicId: account, isSystemOwner } = useAccount()
  const { person } = useSession()
  const [values, setValues] = useState<PersonValues>({
    displayName: member.displayName,
    email: member.email,
  })
  const [role, setRole] = useState(member.role)
  const [errors, setErrors] = useState<PersonErrors>({})
  const { mutate, isPending, error } = useUpdateMember(account, member)
  const isChanged =
    values.displayName !== member.displayName || values.email !== member.email || role !== member.role
  useDialogHold(isPending ? 'busy' : isChanged ? 'unsaved' : 'free')

  function change(part: Partial<PersonValues>) {
    setValues((current) => ({ ...current, ...part }))
    setErrors({})
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = checkPerson(values)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const changes = { displayName: values.displayName.trim(), email: values.email.trim() }
    mutate(
      { ...changes, ...(role === member.role ? {} : { role }) },
      { onSuccess: onClose, onError: showRefusal },
    )
  }

  function showRefusal(refused: unknown) {
    const displayName = refusalOf(refused, 'displayName')
    const email = refusalOf(refused, 'email')
    setErrors({ ...(displayName ? { displayName } : {}), ...(email ? { email } : {}) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <LoadingOverlay visible={isPending} zIndex={1} overlayProps={{ radius: 'md', blur: 1 }} />
      <Stack>
        <TextInput
          label="Name"
          withAsterisk
          aria-required
          maxLength={200}
          data-autofocus
          value={values.displayName}
          error={errors.displayName}
          disabled={isPending}
          onChange={(event) => change({ displayName: event.currentTarget.value })}
        />
        <TextInput
          label="Email"
          type="email"
          withAsterisk
          aria-required
          maxLength={320}
          value={values.email}
          error={errors.email}
          disabled={isPending}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        {isSystemOwner && (
          <RoleChoice role={role} isMe={isSame(member, person)} isDisabled={isPending} onChange={setRole} />
        )}
        {error && <FailureAlert title="Failed to update user" error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={isPending}>
            Save Changes
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const meanings: Record<Role, string> = {
  Owner: 'May also rename and delete the account, and change roles',
  User: 'May publish, invite people and manage API keys',
}

interface RoleChoiceProps {
  role: Role
  isMe: boolean
  isDisabled: boolean
  onChange: (role: Role) => void
}

function RoleChoice({ role, isMe, isDisabled, onChange }: RoleChoiceProps) {
  const givesUp = isMe && role !== 'Owner'
  return (
    <Radio.Group
      label="Role"
      value={role}
      {...(givesUp ? { description: 'Only another Owner can make you an Owner again.' } : {})}
      onChange={(value) => onChange(Role.parse(value))}
    >
      <Stack gap="xs" mt="xs">
        {Role.options.map((option) => (
          <Radio
            key={option}
            value={option}
            label={option}
            description={meanings[option]}
            disabled={isDisabled}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
