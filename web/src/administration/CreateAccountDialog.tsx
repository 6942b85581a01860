import { Button, Group, LoadingOverlay, Stack, Text, TextInput } from '@mantine/core'
import type { createAccount } from '@plinth/contract/administration.ts'
import type { Output } from '@plinth/contract/endpoint.ts'
import { useCallback, useState } from 'react'
import type { SubmitEvent } from 'react'

import { refusalOf } from '../explain.ts'
import { Dialog, useDialogHold } from '../shell/Dialog.tsx'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { noticeSuccess } from '../shell/notices.tsx'
import { OneTimeValue } from '../shell/OneTimeValue.tsx'
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
    <Dialog opened={opened} onClose={onClose} title="Create Account">
      <CreateAccount onClose={onClose} />
    </Dialog>
  )
}

function CreateAccount({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<Created>()
  if (created?.ownerInvitation) {
    return <OwnerInvitation name={created.name} invitation={created.ownerInvitation} onClose={onClose} />
  }
  return (
    <CreateAccountForm
      onCreated={(account) => {
        if (account.ownerInvitation) return setCreated(account)
        noticeSuccess(`${account.name} created`)
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
  const isChanged = Object.values(values).some((value) => value !== '')
  useDialogHold(isPending ? 'busy' : isChanged ? 'unsaved' : 'free')

  function submit(event: SubmitEvent) {
    event.preventDefault()
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
    error: errors[name] ?? refusalOf(error, name),
    disabled: isPending,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
      setValues((current) => ({ ...current, [name]: value }))
      setErrors((current) => ({ ...current, [name]: undefined }))
    },
  })
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
          {...field('name')}
        />
        <TextInput
          label="Tenant ID"
          description="The directory its people sign in with (optional)"
          placeholder="00000000-0000-0000-0000-000000000000"
          maxLength={36}
          {...field('microsoftTenantId')}
        />
        <TextInput
          label="Owner's email"
          description="You get an invitation link for the first Owner (optional)"
          type="email"
          maxLength={320}
          {...field('ownerEmail')}
        />
        {error && <FailureAlert title="Failed to create account" error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={isPending}>
            Create Account
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface OwnerInvitationProps {
  name: string
  invitation: NonNullable<Created['ownerInvitation']>
  onClose: () => void
}

function OwnerInvitation({ name, invitation, onClose }: OwnerInvitationProps) {
  const [isCopied, setIsCopied] = useState(false)
  useDialogHold(isCopied ? 'free' : 'unsaved')
  return (
    <Stack>
      <Text>
        <b>{name}</b> is ready. Whoever opens this link becomes its Owner.
      </Text>
      <OneTimeValue
        label="Owner invitation link"
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
