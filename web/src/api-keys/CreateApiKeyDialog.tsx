import { Code, TextInput } from '@mantine/core'
import type { NewApiKey } from '@plinth/contract/api-keys.ts'
import { maxLength } from '@plinth/contract/max-length.ts'
import { useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { fieldError } from '../error-message.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { DialogForm } from '../shell/DialogForm.tsx'
import { OneTimeValue } from '../shell/OneTimeValue.tsx'
import { texts } from '../texts/texts.ts'
import { useCreateApiKey } from './mutations.ts'
import { ScopeChoice } from './ScopeChoice.tsx'
import type { Scope } from './ScopeChoice.tsx'

interface CreateApiKeyDialogProps {
  opened: boolean
  onClose: () => void
}

export function CreateApiKeyDialog({ opened, onClose }: CreateApiKeyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.apiKeys.creation.title}>
      <CreateApiKey onClose={onClose} />
    </Dialog>
  )
}

function CreateApiKey({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<NewApiKey>()
  if (!created) return <CreateApiKeyForm onCreated={setCreated} onClose={onClose} />
  const { ready, key, copy, note, saved } = texts.apiKeys.creation
  return (
    <OneTimeValue
      introduction={ready(<b>{created.name}</b>, <Code>X-API-Key</Code>)}
      label={key}
      value={created.key}
      action={copy}
      expiresAt={created.expiresAt}
      note={note}
      doneUncopied={saved}
      onClose={onClose}
    />
  )
}

interface CreateApiKeyFormProps {
  onCreated: (created: NewApiKey) => void
  onClose: () => void
}

function CreateApiKeyForm({ onCreated, onClose }: CreateApiKeyFormProps) {
  const { publicId: account } = useAccount()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>({ scope: 'publishAll', storybooks: [] })
  // An untouched empty field is not an error yet.
  const [wasTouched, setWasTouched] = useState(false)
  const { mutate, isPending, error, reset } = useCreateApiKey(account)
  const isBlank = name.trim() === ''
  const isScopeMissing = scope.scope === 'publishChosen' && scope.storybooks.length === 0
  const { nameMissing, storybooksMissing } = texts.apiKeys.creation
  return (
    <DialogForm
      action={texts.apiKeys.creation.action}
      isChanged={!isBlank || scope.scope !== 'publishAll'}
      obstacle={isBlank ? nameMissing : isScopeMissing ? storybooksMissing : undefined}
      isPending={isPending}
      errorTitle={texts.apiKeys.creation.failed}
      error={error}
      shownFields={['name', 'storybooks']}
      onSubmit={() => mutate({ name: name.trim(), ...scope }, { onSuccess: onCreated })}
      onClose={onClose}
    >
      <TextInput
        label={texts.apiKeys.creation.name}
        description={texts.apiKeys.creation.nameDescription}
        placeholder={texts.apiKeys.creation.namePlaceholder}
        withAsterisk
        aria-required
        maxLength={maxLength.apiKeyName}
        data-autofocus
        value={name}
        error={wasTouched && isBlank ? nameMissing : fieldError(error, 'name')}
        disabled={isPending}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setWasTouched(true)
          reset()
        }}
      />
      <ScopeChoice
        account={account}
        value={scope}
        error={fieldError(error, 'storybooks')}
        isDisabled={isPending}
        onChange={(value) => {
          setScope(value)
          reset()
        }}
      />
    </DialogForm>
  )
}
