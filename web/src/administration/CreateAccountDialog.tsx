import { TextInput } from '@mantine/core'
import type { createAccount } from '@plinth/contract/administration.ts'
import type { Output } from '@plinth/contract/endpoint.ts'
import { maxLength } from '@plinth/contract/max-length.ts'
import { useState } from 'react'

import { fieldError } from '../error-message.ts'
import { InvitationLink } from '../invitations/InvitationLink.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { DialogForm } from '../shell/DialogForm.tsx'
import { showSuccess } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { checkAccount } from './account-form.ts'
import type { AccountErrors, AccountValues } from './account-form.ts'
import { useCreateAccount } from './mutations.ts'

type Created = Output<typeof createAccount>

interface CreateAccountDialogProps {
  opened: boolean
  onClose: () => void
}

export function CreateAccountDialog({ opened, onClose }: CreateAccountDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.administration.creation.title}>
      <CreateAccount onClose={onClose} />
    </Dialog>
  )
}

function CreateAccount({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<Created>()
  if (created?.ownerInvitation) {
    return (
      <InvitationLink
        introduction={texts.administration.creation.ready(<b>{created.name}</b>)}
        label={texts.administration.creation.link}
        invitation={created.ownerInvitation}
        onClose={onClose}
      />
    )
  }
  return (
    <CreateAccountForm
      onCreated={(account) => {
        if (account.ownerInvitation) return setCreated(account)
        showSuccess(texts.administration.creation.done(account.name))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

interface CreateAccountFormProps {
  onCreated: (created: Created) => void
  onClose: () => void
}

function CreateAccountForm({ onCreated, onClose }: CreateAccountFormProps) {
  const [values, setValues] = useState<AccountValues>({ name: '', microsoftTenantId: '', ownerEmail: '' })
  const [errors, setErrors] = useState<AccountErrors>({})
  const { mutate, isPending, error } = useCreateAccount()
  const words = texts.administration.creation

  function submit() {
    const found = checkAccount(values)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const body = {
      name: values.name.trim(),
      microsoftTenantId: values.microsoftTenantId.trim() || null,
      ownerEmail: values.ownerEmail.trim() || null,
    }
    mutate(body, { onSuccess: onCreated })
  }

  const field = (name: keyof AccountValues) => ({
    value: values[name],
    error: errors[name] ?? fieldError(error, name),
    disabled: isPending,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
      setValues((current) => ({ ...current, [name]: value }))
      setErrors((current) => ({ ...current, [name]: undefined }))
    },
  })
  return (
    <DialogForm
      action={words.action}
      isChanged={Object.values(values).some((value) => value !== '')}
      isPending={isPending}
      errorTitle={words.failed}
      error={error}
      shownFields={['name', 'microsoftTenantId', 'ownerEmail']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={words.name}
        withAsterisk
        aria-required
        maxLength={maxLength.accountName}
        data-autofocus
        {...field('name')}
      />
      <TextInput
        label={words.tenantId}
        description={words.tenantIdDescription}
        placeholder="00000000-0000-0000-0000-000000000000"
        maxLength={36}
        {...field('microsoftTenantId')}
      />
      <TextInput
        label={words.ownerEmail}
        description={words.ownerEmailDescription}
        type="email"
        maxLength={maxLength.email}
        {...field('ownerEmail')}
      />
    </DialogForm>
  )
}
