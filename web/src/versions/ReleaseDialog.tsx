import { TextInput } from '@mantine/core'
import { maxLength } from '@plinth/contract/max-length.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { useState } from 'react'

import { fieldError } from '../error-message.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { DialogForm } from '../shell/DialogForm.tsx'
import { texts } from '../texts/texts.ts'
import { useMarkVersion } from './mutations.ts'

interface ReleaseDialogProps {
  account: string
  storybook: string
  version: Version
  opened: boolean
  onClose: () => void
}

export function ReleaseDialog({ opened, onClose, ...rest }: ReleaseDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.versions.release.title}>
      <ReleaseForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function ReleaseForm({ account, storybook, version, onClose }: Omit<ReleaseDialogProps, 'opened'>) {
  const [name, setName] = useState(version.release ?? '')
  const { mutate, isPending, error } = useMarkVersion(account, storybook, version.publicId)
  const words = texts.versions.release
  return (
    <DialogForm
      action={words.action}
      isChanged={name.trim() !== (version.release ?? '')}
      obstacle={name.trim() === '' ? words.missing : undefined}
      isPending={isPending}
      errorTitle={texts.versions.markFailed}
      error={error}
      shownFields={['release']}
      onSubmit={() => mutate({ release: name.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        label={words.field}
        description={words.description}
        placeholder={words.placeholder}
        maxLength={maxLength.release}
        data-autofocus
        value={name}
        error={fieldError(error, 'release')}
        disabled={isPending}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
