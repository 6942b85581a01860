import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Account } from '@plinth/contract/accounts.ts'
import { ApiError } from '@plinth/contract/client.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { SubmitEvent } from 'react'

import { explain } from '../explain.ts'
import { Dialog, useDialogHold } from '../shell/Dialog.tsx'
import { useDeleteAccount } from './mutations.ts'

import classes from './DeleteAccountSection.module.css'

interface DeleteAccountDialogProps {
  account: Account
  opened: boolean
  onClose: () => void
}

export function DeleteAccountDialog({ account, opened, onClose }: DeleteAccountDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Delete Account">
      <DeleteAccountForm account={account} onClose={onClose} />
    </Dialog>
  )
}

/** Typing the name makes sure that it is this account, for somebody who has several. */
function DeleteAccountForm({ account, onClose }: Omit<DeleteAccountDialogProps, 'opened'>) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending, error } = useDeleteAccount(account)
  const isSure = typed.trim() === account.name.trim()
  useDialogHold(isPending ? 'busy' : 'free')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isSure) mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text className={classes.question}>
          Are you sure you want to delete <b>{account.name}</b>? This action cannot be undone.
        </Text>
        <Text>
          Deletion requires no storybooks, no portal users and no active subscriptions. You yourself do not
          count.
        </Text>
        <TextInput
          label="Type the account's name to confirm"
          placeholder={account.name}
          autoComplete="off"
          data-autofocus
          value={typed}
          disabled={isPending}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {error && (
          <Alert color="red" variant="light" title={titleOf(error)} icon={<IconAlertCircle />}>
            {explain(error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={isPending} disabled={!isSure}>
            Delete Account
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const titleOf = (error: unknown) =>
  error instanceof ApiError && error.status === 409 ? 'Something is in the way' : 'Nothing was deleted'
