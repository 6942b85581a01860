import { Button, Code, Group, LoadingOverlay, Stack, Text, TextInput } from '@mantine/core'
import type { NewApiKey } from '@plinth/contract/api-keys.ts'
import { useCallback, useState } from 'react'
import type { SubmitEvent } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { refusalOf } from '../explain.ts'
import { Dialog, useDialogHold } from '../shell/Dialog.tsx'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { OneTimeValue } from '../shell/OneTimeValue.tsx'
import { useCreateApiKey } from './mutations.ts'

interface CreateApiKeyDialogProps {
  opened: boolean
  onClose: () => void
}

export function CreateApiKeyDialog({ opened, onClose }: CreateApiKeyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Create API Key">
      <CreateApiKey onClose={onClose} />
    </Dialog>
  )
}

function CreateApiKey({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<NewApiKey>()
  return created ? (
    <ApiKeyReady created={created} onClose={onClose} />
  ) : (
    <CreateApiKeyForm onCreated={setCreated} onClose={onClose} />
  )
}

interface CreateApiKeyFormProps {
  onCreated: (created: NewApiKey) => void
  onClose: () => void
}

function CreateApiKeyForm({ onCreated, onClose }: CreateApiKeyFormProps) {
  const { publicId: account } = useAccount()
  const [name, setName] = useState('')
  // The field starts blank, which is no mistake yet; left or emptied, it is one.
  const [wasTouched, setWasTouched] = useState(false)
  const { mutate, isPending, error, reset } = useCreateApiKey(account)
  const isBlank = name.trim() === ''
  useDialogHold(isPending ? 'busy' : isBlank ? 'free' : 'unsaved')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBlank) mutate({ name: name.trim() }, { onSuccess: onCreated })
  }
  return (
    <form onSubmit={submit} noValidate>
      <LoadingOverlay visible={isPending} zIndex={1} overlayProps={{ radius: 'md', blur: 1 }} />
      <Stack>
        <TextInput
          label="Name"
          description="Say where it is used, so that you know later what deleting it stops."
          placeholder="GitHub Actions, design-system"
          withAsterisk
          aria-required
          maxLength={100}
          data-autofocus
          value={name}
          error={wasTouched && isBlank ? 'Name is required' : refusalOf(error, 'name')}
          disabled={isPending}
          onBlur={() => setWasTouched(name !== '')}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setWasTouched(true)
            reset()
          }}
        />
        {error && <FailureAlert title="Failed to create API key" error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBlank || isPending}>
            Create API Key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ApiKeyReady({ created, onClose }: { created: NewApiKey; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  useDialogHold(isCopied ? 'free' : 'unsaved')
  return (
    <Stack>
      <Text>
        <b>{created.name}</b> is ready. Send it in the <Code>X-API-Key</Code> header.
      </Text>
      <OneTimeValue
        label="API key"
        value={created.key}
        action="Copy Key"
        expiresAt={created.expiresAt}
        note="Copy the key now and keep it where your secrets are. It will not be shown again."
        onCopied={useCallback(() => setIsCopied(true), [])}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {isCopied ? 'Done' : 'I have saved the key'}
        </Button>
      </Group>
    </Stack>
  )
}
