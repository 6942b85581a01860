import { Text, TextInput } from '@mantine/core'
import { ApiError } from '@plinth/contract/client.ts'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'

import { DialogForm } from '../shell/DialogForm.tsx'
import { texts } from '../texts/texts.ts'

import classes from './DeleteAccountSection.module.css'

interface DeleteAccountFormProps {
  name: string
  /** What must not be in it. */
  conditions: string
  mutation: UseMutationResult<unknown, Error, void>
  onClose: () => void
}

/** The user types the account's name, so that nobody deletes the wrong account. */
export function DeleteAccountForm({ name, conditions, mutation, onClose }: DeleteAccountFormProps) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending, error } = mutation
  return (
    <DialogForm
      action={texts.accounts.deletion.action}
      isDestructive
      obstacle={typed.trim() === name.trim() ? undefined : texts.accounts.deletion.nameMissing}
      isPending={isPending}
      errorTitle={errorTitle(error)}
      error={error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <Text className={classes.question}>{texts.accounts.deletion.question(<b>{name}</b>)}</Text>
      <Text>{conditions}</Text>
      <TextInput
        label={texts.accounts.deletion.confirmation}
        placeholder={name}
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
