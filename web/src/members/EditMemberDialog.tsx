import type { Member } from '@plinth/contract/members.ts'
import { can, isOwner, roles } from '@plinth/contract/roles.ts'
import { useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { fieldError } from '../error-message.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { DialogForm } from '../shell/DialogForm.tsx'
import { useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { isCurrentUser } from './is-current-user.ts'
import { useUpdateMember } from './mutations.ts'
import { checkPerson } from './person-form.ts'
import type { PersonErrors, PersonValues } from './person-form.ts'
import { PersonFields } from './PersonFields.tsx'
import { RoleChoice } from './RoleChoice.tsx'

interface EditMemberDialogProps {
  member: Member
  opened: boolean
  onClose: () => void
}

export function EditMemberDialog({ member, opened, onClose }: EditMemberDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.members.editing.title}>
      <EditMemberForm member={member} onClose={onClose} />
    </Dialog>
  )
}

function EditMemberForm({ member, onClose }: Omit<EditMemberDialogProps, 'opened'>) {
  const { publicId: account, role: myRole } = useAccount()
  const { person } = useSession()
  const [values, setValues] = useState<PersonValues>({
    displayName: member.displayName,
    email: member.email,
  })
  const [role, setRole] = useState(member.role)
  const [errors, setErrors] = useState<PersonErrors>({})
  const { mutate, isPending, error } = useUpdateMember(account, member)
  const losesOwnerRole = isCurrentUser(member, person) && !isOwner(role)
  const isChanged =
    values.displayName !== member.displayName || values.email !== member.email || role !== member.role

  function change(part: Partial<PersonValues>) {
    setValues((current) => ({ ...current, ...part }))
    setErrors({})
  }

  function submit() {
    const found = checkPerson(values)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const changes = { displayName: values.displayName.trim(), email: values.email.trim() }
    mutate(
      { ...changes, ...(role === member.role ? {} : { role }) },
      { onSuccess: onClose, onError: showFieldErrors },
    )
  }

  function showFieldErrors(refused: unknown) {
    const displayName = fieldError(refused, 'displayName')
    const email = fieldError(refused, 'email')
    setErrors({ ...(displayName ? { displayName } : {}), ...(email ? { email } : {}) })
  }
  return (
    <DialogForm
      action={texts.members.editing.action}
      isChanged={isChanged}
      isPending={isPending}
      errorTitle={texts.members.editing.failed}
      error={error}
      shownFields={['displayName', 'email']}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields values={values} errors={errors} isDisabled={isPending} onChange={change} />
      {can(myRole, 'changeRoles') && (
        <RoleChoice
          role={role}
          options={roles}
          warning={losesOwnerRole ? texts.members.editing.losesOwnerRole : undefined}
          isDisabled={isPending}
          onChange={setRole}
        />
      )}
    </DialogForm>
  )
}
