import { Text, TextInput } from '@mantine/core'
import type { AdministeredAccount } from '@plinth/contract/administration.ts'
import { useState } from 'react'

import { fieldError } from '../error-message.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { DialogForm } from '../shell/DialogForm.tsx'
import { formatBytes } from '../shell/formats.ts'
import { showSuccess } from '../shell/notices.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { parseLimit, formatLimit } from './limit-form.ts'
import { useSetStorageLimit } from './mutations.ts'

interface StorageLimitDialogProps {
  account: AdministeredAccount
  opened: boolean
  onClose: () => void
}

export function StorageLimitDialog({ account, opened, onClose }: StorageLimitDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.storage.limit.title}>
      <StorageLimitForm account={account} onClose={onClose} />
    </Dialog>
  )
}

function StorageLimitForm({ account, onClose }: Omit<StorageLimitDialogProps, 'opened'>) {
  const { publicId, name, storageBytes, storageLimitBytes, hasOwnStorageLimit } = account
  const initial = hasOwnStorageLimit ? formatLimit(storageLimitBytes) : ''
  const { limits } = useConfig()
  const [text, setText] = useState(initial)
  const [isInvalid, setInvalid] = useState(false)
  const { mutate, isPending, error } = useSetStorageLimit(publicId)
  const words = texts.storage.limit
  const limit = parseLimit(text)
  const isBelow = limit !== undefined && (limit ?? limits.accountStorageBytes) < storageBytes

  function submit() {
    setInvalid(limit === undefined)
    if (limit === undefined) return
    mutate(limit, {
      onSuccess: () => {
        showSuccess(words.done(name))
        onClose()
      },
    })
  }
  return (
    <DialogForm
      action={words.save}
      isChanged={text !== initial}
      isPending={isPending}
      errorTitle={words.failed}
      error={error}
      shownFields={['limitBytes']}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{words.introduction(name, formatBytes(storageBytes))}</Text>
      <TextInput
        label={words.field}
        description={words.description(formatBytes(limits.accountStorageBytes))}
        inputMode="decimal"
        maxLength={20}
        data-autofocus
        value={text}
        error={isInvalid ? words.invalid : fieldError(error, 'limitBytes')}
        disabled={isPending}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setInvalid(false)
        }}
      />
      {isBelow && (
        <Text component="output" size="sm">
          {words.below}
        </Text>
      )}
    </DialogForm>
  )
}
