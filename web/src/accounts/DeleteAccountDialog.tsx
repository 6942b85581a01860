import { Text, TextInput } from '@mantine/core'
import type { Account } from '@plinth/contract/accounts.ts'
import { ApiError } from '@plinth/contract/client.ts'
import { useState } from 'react'

import { Dialog } from '../shell/Dialog.tsx'
import { DialogForm } from '../shell/DialogForm.tsx'
import { texts } from '../texts/texts.ts'
import { useDeleteAccount } from './mutations.ts'

import classes from './DeleteAccountSection.module.css'

interface DeleteAccountDialogProps {
  account: Account
  opened: boolean
  onClose: () => void
}

export function DeleteAccountDialog({ account, opened, onClose }: DeleteAccountDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.accounts.deletion.action}>
      <DeleteAccountForm account={account} onClose={onClose} />
    </Dialog>
  )
}

/** The user types the account's name, so that nobody deletes the wrong account. */
function DeleteAccountForm({ account, onClose }: Omit<DeleteAccountDialogProps, 'opened'>) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending, error } = useDeleteAccount(account)
  return (
    <DialogForm
      action={texts.accounts.deletion.action}
      isDestructive
      isComplete={typed.trim() === account.name.trim()}
      isPending={isPending}
      errorTitle={errorTitle(error)}
      error={error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <Text className={classes.question}>{texts.accounts.deletion.question(<b>{account.name}</b>)}</Text>
      <Text>{texts.accounts.deletion.conditions}</Text>
      <TextInput
        label={texts.accounts.deletion.confirmation}
        placeholder={account.name}
        autoComplete="off"
        data-autofocus
        value={typed}
        disabled={isPending}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

const errorTitle = (error: unknown) =>
  error instanceof ApiError && error.status === 409
    ? texts.accounts.deletion.isBlocked
    : texts.accounts.deletion.nothingDeleted
